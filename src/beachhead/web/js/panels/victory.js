// @ts-check
/** Who would win now and why, how each side wins, and what it has cost so far. */
import { h, put, s } from "../dom.js";
import { t } from "../texts.js";
import { caseOf, eventsByTurn, heading, lazily, ruleChip, sentence, standing, told, withRules } from "./parts.js";

/** @typedef {import("../types.js").Store} Store */

/** @param {Store} table */
export function create(table) {
  const body = h("div", { class: "know-scroll", tabindex: 0, role: "region", "aria-label": t("know.victory.title") });
  const el = h("div", { class: "know know-victory" }, body);

  function draw() {
    const view = table.shown.view;
    const result = view.result ?? (table.shown.live ? table.meta.ended : null);
    const now = result ? { winner: result.winner, case: result.case, why: result.how } : view.standing;
    if (!now) return void put(body, scores() ?? h("p", { class: "muted" }, t("know.victory.unknown")), how(table.lore.theme?.standing?.cases ?? []), losses());
    const verdict = now.winner === "draw" ? t(result ? "know.victory.wasDraw" : "know.victory.isDraw") : t(result ? "know.victory.has" : "know.victory.would", { side: table.lore.side_names[now.winner] ?? now.winner });
    put(body,
      h("section", { class: ["know-verdict", `side-${now.winner}`] },
        h("p", { class: "know-verdict-says" }, verdict),
        now.why ? h("p", null, told(table, now.why), " ", now.case ? ruleChip(table, now.case) : null) : null,
        result ? null : h("p", { class: "muted" }, t("know.victory.left", { n: view.turns - view.turn, turn: view.turn, turns: view.turns }))),
      scores(), how(ways(now.case).length > 1 ? ways(now.case) : table.lore.theme?.standing?.cases ?? ways(now.case)), losses());
  }

  /** Points by side, where a game counts them: who leads, and by how much. */
  function scores() {
    const { theme } = table.lore;
    const track = Object.values(theme.tracks ?? {}).find((one) => one.last !== undefined && table.shown.view[one.from] && typeof table.shown.view[one.from] === "object");
    if (!track) return items();
    const points = table.shown.view[track.from];
    const scored = table.lore.sides.filter((side) => typeof points[side] === "number");
    const [first, second] = [...scored].sort((a, b) => points[b] - points[a]);
    const ahead = second === undefined ? 0 : points[first] - points[second];
    const lead = second === undefined ? "" : ahead ? t("know.victory.leads", { side: table.lore.side_names[first], n: ahead }) : t("know.victory.level");
    return h("section", { class: ["know-verdict", ahead > 0 && `side-${first}`] },
      h("p", { class: "know-verdict-says" }, scored.map((side, index) => [index > 0 ? " : " : "", h("span", { class: `side-name side-${side}` }, `${table.lore.side_names[side]} ${halves(points[side])}`)])),
      h("p", null, `${track.name}. `, lead),
      items(),
      table.shown.view.result || table.shown.view.standing ? null : h("p", { class: "muted" }, t("know.victory.left", { n: table.shown.view.turns - table.shown.view.turn, turn: table.shown.view.turn, turns: table.shown.view.turns })));
  }

  /** The score line by line, where the theme lists its lines. */
  function items() {
    const { score, items: lines = [] } = table.lore.theme?.standing ?? {};
    const found = table.shown.view[score ?? ""];
    if (!found || lines.length === 0) return null;
    return h("table", { class: "know-score" }, h("tbody", null, lines.filter((one) => found[one.from] !== undefined).map((one) => h("tr", null,
      h("th", { scope: "row" }, one.name, " ", one.case ? ruleChip(table, one.case) : null),
      h("td", { class: [one.side && `side-name side-${one.side}`, typeof found[one.from] === "string" && "in-words"] }, typeof found[one.from] === "number" ? halves(found[one.from]) : told(table, String(found[one.from])))))));
  }

  /** @param {string[]} ids */
  function how(ids) {
    return ids.length === 0 ? null : h("section", null, h("h3", null, t("know.victory.how")), ids.map((id) => {
      const rule = caseOf(table, id);
      return rule ? h("article", { class: "rule-entry" }, h("h4", null, ruleChip(table, id), " ", heading(rule.title)), h("p", null, withRules(table, sentence(rule.says), id))) : null;
    }));
  }

  function losses() {
    const { view } = table.shown;
    return h("section", null, h("h3", null, t("know.victory.losses")), table.lore.sides.map((side) => {
      const units = Object.values(view.units).filter((unit) => unit.side === side && standing(unit, table) !== "absent");
      const count = (/** @type {string} */ place) => units.filter((unit) => standing(unit, table) === place).length;
      return h("p", null, h("b", { class: `side-name side-${side}` }, table.lore.side_names[side]), " ", t("know.victory.counts", { lost: count("eliminated"), map: count("map"), pool: count("pool") }));
    }), chart());
  }

  /** All cases of the chapter that decides. @param {string|undefined} id */
  function ways(id) {
    const stem = (id ?? "").split("-")[0];
    return stem ? table.lore.cases.filter((one) => one.id === stem || one.id.startsWith(`${stem}-`)).map((one) => one.id) : [];
  }

  /** Losses by turn, as pairs of bars. */
  function chart() {
    const turns = table.lore.schedule.map((turn) => turn.turn);
    /** @type {Record<string, number[]>} */
    const lost = Object.fromEntries(table.lore.sides.map((side) => [side, turns.map(() => 0)]));
    for (const { event, turn, moment } of eventsByTurn(table.log(), table.now.view)) {
      const side = table.lore.theme.events.lost.includes(event.kind) && (table.shown.live || moment.n <= table.shown.moment) ? table.shown.view.units[event.data.unit]?.side : null;
      if (side && turns.includes(turn)) lost[side][turns.indexOf(turn)]++;
    }
    const most = Math.max(...Object.values(lost).flat());
    if (!most) return null;
    const width = 300 / turns.length;
    const bar = (width - 4) / table.lore.sides.length;
    const says = table.lore.sides.map((side) => `${table.lore.side_names[side]}: ${lost[side].map((n, i) => (n ? t("know.victory.inTurn", { n, turn: turns[i] }) : "")).filter(Boolean).join(", ") || "0"}`).join("; ");
    return h("figure", { class: "know-losses" },
      s("svg", { viewBox: "0 0 300 96", role: "img", "aria-label": says },
        s("line", { class: "axis", x1: 0, x2: 300, y1: 80, y2: 80 }),
        turns.map((turn, i) => [
          s("text", { x: (i + 0.5) * width, y: 92, "text-anchor": "middle", class: turn === table.shown.view.turn ? "present" : "" }, turn),
          ...table.lore.sides.map((side, j) => {
            const tall = (lost[side][i] / most) * 64;
            return lost[side][i]
              ? s("g", { class: `bar side-${side}` },
                  s("rect", { x: i * width + 2 + j * bar, y: 80 - tall, width: bar - 1, height: tall, rx: 1.5 }),
                  s("text", { x: i * width + 2 + (j + 0.5) * bar, y: 77 - tall, "text-anchor": "middle" }, lost[side][i]))
              : null;
          }),
        ]).flat()),
      h("figcaption", { class: "muted" }, t("know.victory.chart")));
  }

  const panel = lazily(draw);
  table.on("shown", panel.changed);
  table.on("update", panel.changed);
  table.on("meta", panel.changed);
  return { el, show: () => (panel.show(), void table.wholeLog()), hide: panel.hide };
}

/**
 * Points as people write them: 1½, −3½.
 * @param {number} n
 */
export function halves(n) {
  const [whole, half] = [Math.floor(Math.abs(n)), Math.abs(n) % 1 === 0.5];
  return `${n < 0 ? "−" : ""}${whole || !half ? whole : ""}${half ? "½" : ""}`;
}

export const id = "victory";
export const titleKey = "know.victory.title";
