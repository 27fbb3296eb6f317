// @ts-check
/** How trial games of a scenario ended, in a sentence. */
import { dateLanguage, listed, t } from "../texts.js";

/**
 * @param {import("../types.js").Game} game
 * @param {import("../types.js").Scenario} scenario
 */
export function balanceOf(game, { balance, sides }) {
  if (!balance) return "";
  const { date, players, results, trials } = balance;
  const kinds = [...game.players, ...(game.book ? [game.book] : [])];
  const ended = sides.map((side) => t("start.balance.won", { side: game.side_names[side], n: results[side] }));
  if (results.draw) ended.push(t("start.balance.drawn", { n: results.draw }));
  return t("start.balance.says", {
    n: trials,
    results: listed(ended),
    players: Object.entries(players).map(([side, player]) => t("start.balance.played", { side: game.side_names[side], player: kinds.find(({ id }) => id === player)?.title ?? player })).join(t("start.balance.and")),
    date: new Intl.DateTimeFormat(dateLanguage(), { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`)),
  });
}
