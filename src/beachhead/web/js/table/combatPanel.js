// @ts-check
/**
 * A combat as its game declares it (docs/protocol.md, Panel): who fights with what, sums, modifiers, columns, outcomes with their chances,
 * what was rolled or drawn and what came of it. While an option is pointed at, everything is shown before and after it. A result stays until its
 * player goes on; then it folds into one line. Nothing here knows a rule or a game's word.
 */
import { isThrown, part, percent } from "../board/dice.js";
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { die } from "../panels/parts.js";
import { caseChip, shortName, sideColours, withPlaces } from "./names.js";
import { mini } from "./smallCounter.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").Panel} Panel */
/** @typedef {import("../types.js").PanelForce} Force */
/** @typedef {import("../types.js").PanelOutcome} Outcome */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** The last result: `lost` is what it led to, `fresh` until its player goes on. @typedef {{panel: Panel, lost: string[], turn: any, moment: number, fresh: boolean}} Spent */

const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
/** Kinds of event that say what had to happen anyway: they begin nothing new. */
const QUIET = ["forced", "skipped"];

// ---------------------------------------------------------------- what is shown; no page

/**
 * The last result after an act. It is fresh until its viewer goes on, or others do so before everybody's eyes; with its turn it is gone.
 * @param {Spent|null} before
 * @param {GameEvent[]} events of the act
 * @param {{turn: any, moment: number, standing: boolean, own: boolean}} now `own`: the viewer has acted
 * @param {string[]} kinds what a result may lead to
 * @returns {Spent|null}
 */
export function heard(before, events, now, kinds) {
  const at = events.findLastIndex(isThrown);
  const told = events.slice(at + 1).filter((event) => kinds.includes(event.kind)).map((event) => event.text);
  if (at >= 0) return { panel: /** @type {Panel} */ (events[at].panel), lost: told, turn: now.turn, moment: now.moment, fresh: true };
  if (!before || now.moment < before.moment || now.turn !== before.turn) return null;
  const lost = before.fresh || now.standing ? [...before.lost, ...told] : before.lost;
  const other = events.some((event) => !QUIET.includes(event.kind) && !kinds.includes(event.kind) && (now.own || event.data?.path));
  return { ...before, lost, fresh: before.fresh && (now.standing || !other) };
}

/**
 * What the panel shows: `main`, in full, `real` if it is more than a thought; `after` a choice that changes it; `aside`, another combat that is
 * thought of beside it; `fold`: the last result in one line.
 * @param {Panel|null} standing
 * @param {Panel|null} next
 * @param {Spent|null} spent
 * @param {boolean} opened whether the player has opened the folded one
 * @returns {{main: Panel|null, real: boolean, after: Panel|null, aside: Panel|null, fold: Panel|null, lost: string[]}}
 */
export function arrange(standing, next, spent, opened) {
  const nothing = { main: null, real: false, after: null, aside: null, fold: null, lost: /** @type {string[]} */ ([]) };
  if (standing && !isBare(standing)) {
    const same = spent && standing.thrown && spent.panel.key === standing.key;
    const main = same ? { ...spent.panel, plan: standing.plan } : standing;
    const changes = next?.key === standing.key && !standing.thrown;
    return { ...nothing, main, real: true, after: changes ? next : null, aside: changes ? null : next, lost: same ? spent.lost : [] };
  }
  const plan = standing ? { plan: standing.plan } : {};
  if (spent && (spent.fresh || opened)) return { ...nothing, main: { ...spent.panel, ...plan }, real: true, aside: next, lost: spent.lost };
  return { ...nothing, main: next ? { ...next, ...plan } : standing, real: !next, fold: spent?.panel ?? null };
}

/**
 * Whether a panel tells of a plan alone.
 * @param {Panel} panel
 */
export function isBare(panel) {
  return panel.forces.length === 0 && panel.outcomes.length === 0 && !panel.thrown;
}

/**
 * Whom an outcome pleases, as the viewer sees it.
 * @param {string|null|undefined} good
 * @param {string|null} viewer
 */
export function tone(good, viewer) {
  if (!good) return "none";
  return viewer === null ? "neutral" : good === viewer ? "good" : "bad";
}

/**
 * Outcomes before and after a choice, with both chances. What is said of them with the same words is one outcome.
 * @param {Outcome[]} before
 * @param {Outcome[]} [after]
 * @returns {{outcome: Outcome, words: string, now: number, then: number}[]}
 */
export function compared(before, after) {
  const all = [...before, ...(after ?? [])];
  const said = (/** @type {Outcome} */ outcome) => outcome.says || outcome.text;
  const chance = (/** @type {Outcome[]} */ list, /** @type {string} */ words) => {
    const sum = list.reduce((found, outcome) => found + (said(outcome) === words ? part(outcome.chance) : 0), 0);
    return Math.abs(sum - 1) < 1e-9 ? 1 : sum; // six sixths
  };
  return [...new Set(all.map(said))].map((words) => {
    const same = all.filter((outcome) => said(outcome) === words);
    const short = !same[0].faces && all.every((outcome) => (outcome.text === same[0].text) === (said(outcome) === words));
    return { outcome: same[0], words: short ? same[0].text : words, now: chance(before, words), then: chance(after ?? before, words) };
  });
}

/**
 * The chances of a combat, to be compared: where what lies face down decides too, they may change within a column.
 * @param {Panel} panel
 */
function chancesOf(panel) {
  return panel.outcomes.map(({ text, chance }) => `${text} ${chance}`).sort().join("; ");
}

/**
 * What a choice that adds to a combat changes nothing by: `same`, for it stays in the same column; `idle`, for that column is the last and nothing more
 * of the kind could change anything. Null if it changes something.
 * @param {Panel|null|undefined} standing
 * @param {Panel|null|undefined} next
 * @returns {"same"|"idle"|null}
 */
export function idle(standing, next) {
  if (!standing?.strip || !next?.strip || standing.key !== next.key || standing.thrown || standing.label === next.label) return null;
  if (standing.strip.title !== next.strip.title || standing.strip.at !== next.strip.at || chancesOf(standing) !== chancesOf(next)) return null;
  const attacks = standing.forces[0]?.sum !== next.forces[0]?.sum;
  return (attacks ? next.strip.last : next.strip.at === 0) ? "idle" : "same";
}

/**
 * From which of several growing choices on nothing changes any more; -1 if the last of them still counts.
 * @param {(Panel|undefined)[]} panels
 */
export function enough(panels) {
  const columns = panels.map((panel) => panel?.strip && `${panel.strip.title} ${panel.strip.at} ${chancesOf(panel)}`);
  let at = columns.length - 1;
  while (at > 0 && columns[at] !== undefined && columns[at - 1] === columns[at]) at -= 1;
  return at < columns.length - 1 ? at : -1;
}

// ---------------------------------------------------------------- the panel

/** @param {Store} table */
export function createCombat(table) {
  const el = h("section", { class: "combat", "aria-labelledby": "combat-title", hidden: true });
  /** What is about to be chosen. @type {Panel|null} */
  let next = null;
  /** @type {Spent|null} */
  let spent = null;
  let opened = false;
  /** The events that have been heard. @type {GameEvent[]|null} */
  let last = table.shown.events;
  /** Whether an earlier moment is shown. */
  let past = false;

  const viewer = () => (table.shown.live ? table.seat : table.shown.side ?? table.seat);
  const standing = () => Boolean(table.shown.panel && !isBare(table.shown.panel));
  const kinds = () => table.lore.theme?.aftermath ?? [];

  function draw() {
    const { main, real, after, aside, fold, lost } = arrange(table.shown.panel ?? null, next, spent, opened);
    el.hidden = !main && !fold;
    put(el, fold ? folded(fold) : null, main ? body(main, after, real, lost) : null, aside ? beside(aside) : null);
    if (main) el.setAttribute("aria-labelledby", "combat-title");
    else el.removeAttribute("aria-labelledby");
    el.setAttribute("aria-label", t("combatPanel.region"));
  }

  /** @param {Panel} panel */
  function folded(panel) {
    return h("button", { class: "combat-fold", type: "button", "aria-expanded": "false", onclick: () => open(true) },
      h("span", { class: "muted" }, t("combatPanel.last")), " ", plain(panel.title), ": ", h("b", null, plain(panel.result?.text ?? panel.label)));
  }

  /** @param {boolean} yes */
  function open(yes) {
    opened = yes;
    if (!yes && spent) spent = { ...spent, fresh: false };
    draw();
    /** @type {HTMLElement|null} */ (el.querySelector(yes ? ".combat-close" : ".combat-fold"))?.focus();
  }

  /** A sentence without the sides of its units. @param {string} text */
  function plain(text) {
    return withPlaces(table, text).map((piece) => (typeof piece === "string" ? piece : piece.textContent));
  }

  /**
   * @param {Panel} panel
   * @param {Panel|null} after
   * @param {boolean} real
   * @param {string[]} lost
   */
  function body(panel, after, real, lost) {
    const bare = isBare(panel);
    const state = panel.thrown ? "rolled" : real ? "now" : "would";
    const spentNow = real && panel.thrown && !standing();
    return h("div", { class: ["combat-body", panel.thrown && "spent"] },
      h("h2", { id: "combat-title" },
        h("span", null, bare ? null : h("small", { class: "combat-state" }, t(`combatPanel.${state}`)), " ", withPlaces(table, panel.title)),
        h("span", { class: "combat-tools" }, caseChip(table, panel.case),
          spentNow ? h("button", { class: "icon-button combat-close", type: "button", "aria-label": t("combatPanel.close"), onclick: () => open(false) }, "✕") : null)),
      panel.forces.length > 0 ? h("div", { class: "forces" }, panel.forces.map((force, index) => forceOf(force, after?.forces[index]))) : null,
      sums(panel, after),
      strip(panel, after),
      faces(panel, after),
      thrown(panel),
      verdict(panel, lost),
      panel.thrown ? null : chances(panel, after),
      notes(after ?? panel),
      planOf(panel));
  }

  /** Another combat, thought of beside a result that stays. @param {Panel} panel */
  function beside(panel) {
    return h("div", { class: "combat-next" },
      h("p", null, h("span", { class: "muted" }, t("combatPanel.would")), " ", withPlaces(table, panel.title), " ", h("b", { title: panel.says }, panel.label)),
      chances(panel, null));
  }

  /** @param {string|undefined} before @param {string|undefined} after */
  function change(before, after) {
    return after === undefined || after === before ? null : h("span", { class: "change" }, `→ ${after}`);
  }

  /**
   * @param {Force} force
   * @param {Force} [after]
   */
  function forceOf(force, after) {
    const has = new Set(force.rows.map((row) => row.unit ?? row.title));
    const rows = [...force.rows, ...(after?.rows ?? []).filter((row) => !has.has(row.unit ?? row.title))];
    return h("div", { class: "force", vars: sideColours(table, force.side) },
      h("div", { class: "force-sum" },
        h("small", null, force.title), h("b", null, force.sum), change(force.sum, after?.sum)),
      h("div", { class: "force-units" }, rows.map((row) => {
        const maybe = !has.has(row.unit ?? row.title);
        const words = [row.unit ? shortName(row.unit) : row.title, row.says, row.value].filter(Boolean).join(", ");
        return row.unit
          ? h("span", { class: ["fights", maybe && "maybe"], title: words, "data-part": row.says }, mini(table, row.unit))
          : h("span", { class: ["points", maybe && "maybe"], title: words }, /^[+−]/.test(row.value) ? `${row.value} ${row.title}` : row.title);
      })),
      force.says ? h("p", { class: "force-says muted" }, force.says) : null);
  }

  /** @param {Panel} panel @param {Panel|null} after */
  function sums(panel, after) {
    const modifiers = new Map([...panel.modifiers, ...(after?.modifiers ?? [])].map((one) => [one.title, one]));
    if (!panel.total && modifiers.size === 0) return null;
    return h("p", { class: "sum" },
      panel.total ? [h("span", { class: "sum-title muted" }, panel.total.title), h("span", { class: "differential", title: panel.says }, panel.total.value), change(panel.total.value, after?.total?.value)] : null,
      panel.thrown && panel.result?.text.includes("=") ? null : [...modifiers.values()].map((one) => h("span", { class: ["tag", !panel.modifiers.includes(one) && "maybe"], title: one.says }, `${one.value} ${one.title}`)));
  }

  /** @param {Panel} panel @param {Panel|null} after */
  function strip(panel, after) {
    if (!panel.strip) return null;
    const { columns, at, was, title } = after?.strip ?? panel.strip;
    const [from, to] = after ? [panel.strip.at, at] : [was ?? at, was === undefined ? -1 : at];
    const without = idle(panel, after);
    const says = panel.thrown ? "" : (after ?? panel).strip?.says;
    return [
      h("p", { class: "strip-title muted" }, panel.strip.title, change(panel.strip.title, after?.strip?.title)),
      h("ol", { class: "strip", "aria-label": t("combatPanel.column", { title, n: at + 1, label: columns[at] }) },
        columns.map((label, index) => h("li", { class: [index === from && (!after || title === panel.strip?.title) && "at", index === to && "to"] }, label))),
      without || says ? h("p", { class: "strip-says" }, without ? h("b", null, t(`combatPanel.${without}`)) : null, " ", without === "idle" ? "" : says) : null,
    ];
  }

  /** The result of each face of a single die. @param {Panel} panel @param {Panel|null} after */
  function faces(panel, after) {
    if (!panel.outcomes.some((outcome) => outcome.faces)) return null;
    const rolled = panel.thrown?.dice?.[0]?.face;
    const of = (/** @type {Panel} */ one, /** @type {number} */ face) => one.outcomes.find((outcome) => outcome.faces?.includes(face));
    return h("ol", { class: ["faces", rolled && "rolled"] }, FACES.map((pips, index) => {
      const outcome = of(panel, index + 1);
      const then = after ? of(after, index + 1) : outcome;
      const words = t("combatPanel.face", { face: index + 1, says: outcome?.says ?? "" });
      return h("li", { class: ["face", `tone-${tone(outcome?.good, viewer())}`, rolled === index + 1 && "lit"], title: words, "aria-label": words },
        h("span", { class: "pips", "aria-hidden": "true" }, pips), h("b", { "aria-hidden": "true" }, outcome?.text),
        then && then.text !== outcome?.text ? h("span", { class: ["then", `tone-${tone(then.good, viewer())}`] }, then.text) : null);
    }));
  }

  /** Dice and cards as they came; a single die is lit among its faces. @param {Panel} panel */
  function thrown(panel) {
    if (!panel.thrown) return null;
    const { dice = [], cards = [], text } = panel.thrown;
    const lit = panel.outcomes.some((outcome) => outcome.faces);
    const known = table.lore.theme?.cards ?? {};
    return [
      dice.length > 0 && !lit ? h("div", { class: "dice", role: "img", "aria-label": t("combatPanel.dice", { text, faces: dice.map((one) => one.face).join(" ") }) },
        dice.map((one) => h("span", { class: [one.hit === undefined ? "" : one.hit ? "hit" : "miss", one.says && "special"], title: one.says }, die(one.face)))) : null,
      cards.length > 0 ? h("ul", { class: "cards-thrown" }, cards.map((one) => h("li", { title: known[one.card]?.parts?.[one.part ?? ""]?.says ?? known[one.card]?.says },
        h("b", null, known[one.card]?.title ?? one.card), one.part ? ` · ${known[one.card]?.parts?.[one.part]?.title ?? one.part}` : ""))) : null,
      lit ? null : h("p", { class: "thrown-says muted" }, text),
    ];
  }

  /** @param {Panel} panel @param {string[]} lost */
  function verdict(panel, lost) {
    if (!panel.result) return null;
    return h("p", { class: ["verdict", `tone-${tone(panel.result.good, viewer())}`] }, h("b", null, withPlaces(table, panel.result.text)), " ", caseChip(table, panel.result.case === panel.case ? "" : panel.result.case),
      lost.map((text) => h("span", { class: "lost" }, withPlaces(table, text))));
  }

  /** @param {Panel} panel @param {Panel|null} after */
  function chances(panel, after) {
    if (panel.outcomes.length === 0) return null;
    return h("ul", { class: "chances" }, compared(panel.outcomes, after?.outcomes).map(({ outcome, words, now, then }) => h("li", { class: `tone-${tone(outcome.good, viewer())}`, title: outcome.says },
      h("span", { class: "outcome" }, words),
      h("span", { class: "bar", vars: { "--part": now } }),
      h("span", { class: "chance" }, percent(now), percent(then) !== percent(now) ? h("span", { class: "change" }, ` → ${percent(then)}`) : null))));
  }

  /** @param {Panel} panel */
  function notes(panel) {
    return panel.notes.length > 0 ? h("ul", { class: "combat-notes" }, panel.notes.map((note) => h("li", null, withPlaces(table, note.text), " ", caseChip(table, note.case)))) : null;
  }

  /** What else has been declared. @param {Panel} panel */
  function planOf(panel) {
    const { plan = [] } = panel;
    if (plan.length === 0) return null;
    return h("section", { class: "named" }, isBare(panel) ? null : h("h3", null, t("combatPanel.plan")), h("ul", null, plan.map((force) => h("li", null,
      force.space ? h("button", { class: "ref", type: "button", onclick: () => table.point({ spaces: [/** @type {string} */ (force.space)] }) }, force.title) : h("b", null, force.title), " ",
      h("span", null, force.sum), " ", h("span", { class: "muted" }, force.says ?? ""), " ",
      h("span", { class: "named-units" }, force.rows.map((row) => (row.unit ? shortName(row.unit) : row.title)).join(", "))))));
  }

  /** Every moment is heard once, whoever draws it again. @param {import("../types.js").Shown} shown */
  function hear(shown) {
    if (shown.events === last) return;
    last = shown.events;
    const before = spent;
    const now = { turn: shown.view.turn, moment: shown.moment, standing: standing(), own: shown.by !== undefined && shown.by === viewer() };
    spent = heard(spent, shown.events, now, kinds());
    if (spent?.panel !== before?.panel || shown.events.length > 0) opened = false;
  }

  table.on("near", (_action, preview) => {
    next = preview?.panel ?? null;
    draw();
  });
  table.on("shown", (shown) => {
    next = null;
    if (!shown.live || past) {
      spent = null;
      last = null;
    }
    past = !shown.live;
    hear(shown);
    draw();
  });
  table.on("select", () => {
    if (spent && !standing() && table.selection.picks.length > table.start().picks.length) {
      spent = { ...spent, fresh: false };
      opened = false;
    }
    draw();
  });
  table.on("cover", () => {
    next = spent = null;
    opened = false;
    draw();
  });
  draw();
  return { el };
}
