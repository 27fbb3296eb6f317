// @ts-check
/**
 * A combat while it is built. One fought on a table of results is drawn here: who fights, the sums, the ground, the column, what each face of the die brings and how likely it is; beside
 * it, what the next commitment would change; then where the die has landed. One with dice by the handful is drawn by handful.js.
 */
import { facesOf } from "../board/dice.js";
import { h, put } from "../dom.js";
import { has, t } from "../texts.js";
import { isHandful } from "./controller.js";
import { handfulBody, namedTargets } from "./handful.js";
import { mini } from "./smallCounter.js";
import { caseChip, resultWords, shortName, sideColours, signed } from "./names.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").Combat} Combat */

const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/** @param {Store} table */
export function createCombat(table) {
  const el = h("section", { class: "combat", "aria-labelledby": "combat-title", hidden: true });
  /** What is about to be committed. @type {Combat|null} */
  let next = null;
  /** The last roll, until something else begins. @type {Combat|null} */
  let rolled = null;
  /** Who was eliminated by it. @type {string[]} */
  let lost = [];
  /** Whether an earlier moment is shown. */
  let past = false;

  function draw() {
    const standing = combatOf(table.shown.view.combat) ?? underWay();
    const present = standing ?? (next ? null : rolled);
    const about = present ?? next;
    const targets = namedTargets(table);
    el.hidden = !about && !targets;
    el.setAttribute(about ? "aria-labelledby" : "aria-label", about ? "combat-title" : t("play.handful.targets"));
    if (el.hidden) put(el);
    else if (!about || isHandful(about)) put(el, about ? handfulBody(table, about, { real: Boolean(present), lost }) : null, targets);
    else put(el, body(about, present ? next : null, Boolean(present)));
  }

  /** The last throw, while what it has brought is still being settled. @returns {Combat|null} */
  function underWay() {
    const { theme } = table.lore;
    const fight = combatOf(table.shown.view[theme?.order?.from ?? "fight"]);
    if (!fight || !isHandful(fight) || !(theme?.fighting ?? []).includes(table.shown.view.decision.step)) return null;
    return rolled && isHandful(rolled) && rolled.area === fight.area ? rolled : { ...fight, dice: fight.faces, damage: fight.proposed ? fight.damage : undefined };
  }

  /**
   * @param {Combat} combat
   * @param {Combat|null} after
   * @param {boolean} real
   */
  function body(combat, after, real) {
    const chart = table.lore.charts?.find((one) => one.now === "combat");
    const title = combat.die ? t("play.combat.rolled") : real ? t("play.combat.now") : t("play.combat.would");
    return [
      h("h2", { id: "combat-title" }, title, " ", chart ? caseChip(table, chart.case) : null),
      h("div", { class: "forces" },
        force("attack", combat, after, [["attackers"], ["barrage"], ["support", "points"]]),
        force("defence", combat, after, [["defenders"], ["protect"], ["protective support", "points"]])),
      h("p", { class: "sum" },
        h("span", { class: "differential" }, signed(combat.differential)),
        change(combat.differential, after?.differential, signed),
        h("span", null, t("play.combat.line", { line: lineWords(combat.line) })),
        after && after.line !== combat.line ? h("span", { class: "change" }, `→ ${lineWords(after.line)}`) : null,
        combat.banzai || after?.banzai ? h("span", { class: "tag" }, t("play.combat.massed")) : null),
      chart && strip(chart, combat, after),
      chart && faces(chart, combat, after),
      chances(combat, after),
    ];
  }

  /** @param {string} line */
  function lineWords(line) {
    return table.lore.theme?.lines?.[line] ?? String(line ?? "").replaceAll("_", " or ");
  }

  /**
   * @param {any} before
   * @param {any} after
   * @param {(value: any) => string} [words]
   */
  function change(before, after, words = String) {
    return after === undefined || after === null || after === before ? null : h("span", { class: "change" }, `→ ${words(after)}`);
  }

  /**
   * One side of a combat.
   * @param {"attack"|"defence"} sum
   * @param {Combat} combat
   * @param {Combat|null} after
   * @param {string[][]} rows
   */
  function force(sum, combat, after, rows) {
    const first = combat[rows[0][0]]?.[0] ?? after?.[rows[0][0]]?.[0];
    const side = table.shown.view.units[first]?.side ?? table.lore.sides.find((one) => one !== table.shown.view.units[combat.defenders?.[0]]?.side);
    return h("div", { class: "force", vars: sideColours(table, side) },
      h("div", { class: "force-sum" }, h("b", null, String(combat[sum])), change(combat[sum], after?.[sum])),
      h("div", { class: "force-units" }, rows.map(([name, kind]) => {
        const key = `play.combat.${name.replaceAll(" ", "_")}`;
        if (kind === "points") {
          const points = Math.max(combat[name] ?? 0, after?.[name] ?? 0);
          return points ? h("span", { class: ["points", !combat[name] && "maybe"], title: has(key) ? t(key) : name }, t("play.combat.points", { n: points })) : null;
        }
        const there = combat[name] ?? [];
        const more = (after?.[name] ?? []).filter((/** @type {string} */ unit) => !there.includes(unit));
        return [
          ...there.map((/** @type {string} */ unit) => h("span", { class: ["fights", name], title: has(key) ? t(key) : name }, mini(table, unit))),
          ...more.map((/** @type {string} */ unit) => h("span", { class: ["fights", "maybe", name] }, mini(table, unit))),
        ];
      }).flat()));
  }

  /**
   * The columns of the line in force.
   * @param {import("../types.js").Chart} chart
   * @param {Combat} combat
   * @param {Combat|null} after
   */
  function strip(chart, combat, after) {
    const line = after?.line ?? combat.line;
    const labels = chart.rulers?.find((ruler) => ruler.id === line)?.labels ?? chart.columns;
    return h("ol", { class: "strip", "aria-label": t("play.combat.column", { n: combat.column, label: combat.label }) }, labels.map((label, index) => h("li", {
      class: [index + 1 === combat.column && "at", after && index + 1 === after.column && "to"],
    }, label.replaceAll("-", "−"))));
  }

  /**
   * @param {import("../types.js").Chart} chart
   * @param {Combat} combat
   * @param {Combat|null} after
   */
  function faces(chart, combat, after) {
    return h("ol", { class: ["faces", combat.die && "fallen"] }, chart.rows.map((row, index) => {
      const code = row.cells[combat.column - 1];
      const then = after ? row.cells[after.column - 1] : code;
      const words = `${index + 1}: ${resultWords(table, code)}`;
      return h("li", { class: ["face", tone(code), combat.die === index + 1 && "lit"], title: words, "aria-label": words },
        h("span", { class: "pips", "aria-hidden": "true" }, FACES[index]), h("b", { "aria-hidden": "true" }, sign(code)),
        then !== code ? h("span", { class: ["then", tone(then)] }, sign(then)) : null);
    }));
  }

  /** @param {string} code */
  function tone(code) {
    return `tone-${table.lore.theme?.results?.[code]?.tone ?? "none"}`;
  }

  /** @param {string} code */
  function sign(code) {
    return code === "." ? "–" : code;
  }

  /**
   * @param {Combat} combat
   * @param {Combat|null} after
   */
  function chances(combat, after) {
    if (combat.die) {
      return h("p", { class: ["verdict", tone(combat.result)] }, h("b", null, sign(combat.result)), " ", resultWords(table, combat.result),
        combat.effect === "none" && combat.result !== "." ? ` (${t("play.combat.noEffect")})` : "",
        lost.length > 0 ? h("span", { class: "lost" }, t("play.combat.lost", { n: lost.length, units: lost.map(shortName).join(", ") })) : null);
    }
    const codes = [...new Set([...Object.keys(combat.chances ?? {}), ...Object.keys(after?.chances ?? {})])];
    return h("ul", { class: "chances" }, codes.map((code) => {
      const now = part(combat.chances?.[code]);
      const then = after ? part(after.chances?.[code]) : now;
      return h("li", { class: tone(code) },
        h("span", { class: "outcome" }, resultWords(table, code)),
        h("span", { class: "bar", vars: { "--part": now } }),
        h("span", { class: "chance" }, percent(now), then !== now ? h("span", { class: "change" }, ` → ${percent(then)}`) : null));
    }));
  }

  /** The roll among these events and whom it cost. @param {import("../types.js").GameEvent[]} events */
  function hear(events) {
    const thrown = events.findLastIndex((event) => facesOf(event.data).length > 0);
    if (thrown >= 0 || (rolled && isHandful(rolled))) {
      const kinds = table.lore.theme?.aftermath ?? ["eliminated"];
      const told = events.slice(thrown + 1).filter((event) => kinds.includes(event.kind)).map((event) => event.text);
      if (thrown >= 0) [rolled, lost] = [events[thrown].data, told];
      else if (told.length > 0 || underWay()) lost = [...lost, ...told];
      else if (events.some((event) => event.kind !== "forced")) [rolled, lost] = [null, []];
      return;
    }
    const at = events.findLastIndex((event) => event.data?.die && event.data?.chances);
    const fallen = events.slice(at + 1).filter((event) => event.kind === "eliminated" && event.data?.unit).map((event) => event.data.unit);
    rolled = at >= 0 ? events[at].data : null;
    lost = at < 0 && combatOf(table.shown.view.combat) ? [...lost, ...fallen.filter((unit) => !lost.includes(unit))] : fallen;
  }

  table.on("near", (_action, preview) => {
    next = preview?.combat && Object.keys(preview.combat).length > 0 ? preview.combat : null;
    draw();
  });
  table.on("update", (update) => {
    if (!table.shown.live) return; // this panel tells of the moment shown
    if (update.events.length > 0) hear(update.events);
    draw();
  });
  table.on("shown", (shown) => {
    next = null;
    if (!shown.live || past) hear(shown.events);
    past = !shown.live;
    draw();
  });
  table.on("select", () => {
    if (!combatOf(table.shown.view.combat) && table.selection.picks.length > 0) rolled = null;
    draw();
  });
  table.on("cover", () => {
    next = rolled = null;
    lost = [];
    draw();
  });
  draw();
  return { el };
}

/**
 * @param {Combat|undefined|null} combat
 * @returns {Combat|null}
 */
function combatOf(combat) {
  return combat && Object.keys(combat).length > 0 ? combat : null;
}

/**
 * A chance written as "1/6".
 * @param {string|undefined} text
 */
function part(text) {
  if (!text) return 0;
  const [top, bottom] = text.split("/").map(Number);
  return bottom ? top / bottom : top;
}

/** @param {number} chance */
function percent(chance) {
  return `${Math.round(chance * 100)} %`;
}
