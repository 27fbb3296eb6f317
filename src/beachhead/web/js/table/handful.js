// @ts-check
/**
 * A fight with dice by the handful: who throws how many, what is taken off, what is to be expected and how likely it is; then the dice as they
 * fell, those that hit lit. Which dice hit and what is taken off comes with the data; nothing here knows a rule.
 */
import { chancesOf, diceOf, facesOf, firersOf, hitChances, hitFaces, isHit, isRocket, mean, minusOf, partName, partsOf } from "../board/dice.js";
import { h } from "../dom.js";
import { t } from "../texts.js";
import { die } from "../panels/parts.js";
import { mini } from "./smallCounter.js";
import { caseChip, sideColours, spaceWord } from "./names.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").Handful} Handful */

/** As many bars are drawn; what is beyond is one more. */
const BARS = 7;

/**
 * What a kind of attack is called.
 * @param {Store} table
 * @param {Handful} data
 */
function attackOf(table, data) {
  const kind = data.attack ?? data.kind ?? "";
  return table.lore.theme?.attacks?.[kind] ?? table.lore.theme?.attacks?.[String(kind).replace(" defensive", "")] ?? { name: String(kind) };
}

/**
 * @param {Store} table
 * @param {Handful} data
 * @param {{real: boolean, lost?: string[]}} how `real`: it stands or has been rolled; otherwise it is about to be chosen
 */
export function handfulBody(table, data, { real, lost = [] }) {
  const attack = attackOf(table, data);
  const rolled = facesOf(data).length > 0 || (real && data.hits !== undefined);
  const title = rolled ? t("play.handful.rolled") : real ? t("play.combat.now") : t("play.combat.would");
  const firers = firersOf(data);
  return [
    h("h2", { id: "combat-title" }, title, " ", caseChip(table, attack.case ?? data.case)),
    h("p", { class: "handful-what", vars: sideColours(table, attack.side ?? table.shown.view.units[firers[0]]?.side) },
      h("b", null, attack.name), data.area ? [" · ", h("button", { class: "ref", type: "button", onclick: () => table.point({ spaces: [/** @type {string} */ (data.area)] }) }, spaceWord(table, data.area))] : null),
    firers.length > 0 ? h("div", { class: "force-units" }, firers.map((unit) => mini(table, unit)), data.at ? [h("span", { class: "handful-at" }, h("span", { class: "sr" }, t("play.handful.at")), "→"), mini(table, data.at)] : null) : null,
    rolled ? fallen(table, data, lost) : ahead(table, data),
  ];
}

/**
 * The dice as they fell.
 * @param {Store} table
 * @param {Handful} data
 * @param {string[]} lost
 */
function fallen(table, data, lost) {
  const hits = hitFaces(table.lore.theme);
  const faces = facesOf(data);
  const damage = Math.max(0, Number(data.damage ?? 0));
  return [
    plusLine(table, data),
    h("div", { class: "dice", role: "img", "aria-label": t("play.handful.fell", { n: faces.length, hits: Number(data.hits ?? 0), faces: faces.join(" ") }) },
      faces.map((face, index) => h("span", { class: [isHit(data, index, face, hits) ? "hit" : "miss", isRocket(data, index) && "rocket"] }, die(face)))),
    h("p", { class: ["handful-sum", damage > 0 ? "tone-attacker" : "tone-none"] },
      h("b", { class: "handful-hits" }, t("play.handful.hits", { n: Number(data.hits ?? 0) })),
      partsOf(data).map(([name, n]) => h("span", null, `− ${n} ${partWord(table, name, n)}`)),
      data.damage === undefined ? null : h("b", { class: "handful-damage" }, "= ", t("play.handful.damageIs", { n: damage }))),
    lost.length > 0 ? h("p", { class: "verdict" }, lost.map((text) => h("span", { class: "lost" }, text))) : null,
  ];
}

/**
 * Dice that come from something special, such as fire from hiding.
 * @param {Store} table
 * @param {Handful} data
 */
function plusOf(table, data) {
  return Object.entries(data.plus ?? {}).filter(([, n]) => Number(n) > 0).map(([name, n]) => h("span", { class: "tag" }, t("play.handful.plus", { n, what: table.lore.theme?.plus?.[name] ?? name })));
}

/**
 * @param {Store} table
 * @param {Handful} data
 */
function plusLine(table, data) {
  const found = plusOf(table, data);
  return found.length > 0 ? h("p", { class: "handful-sum" }, h("span", null, t("play.handful.dice", { n: facesOf(data).length })), found) : null;
}

/**
 * What is to be expected.
 * @param {Store} table
 * @param {Handful} data
 */
function ahead(table, data) {
  const faces = hitFaces(table.lore.theme);
  const dice = diceOf(data);
  const hits = hitChances(dice, faces.length / 6, Boolean(data.rocket));
  const chances = chancesOf(data, faces);
  const minus = minusOf(data);
  const ofHits = data.of === "hits";
  return [
    h("p", { class: "handful-sum" },
      h("b", { class: "handful-dice" }, t("play.handful.dice", { n: dice }), data.rocket ? ` ${t("play.handful.rocket")}` : ""),
      h("span", null, t("play.handful.expectHits", { n: mean(hits).toFixed(1) })),
      plusOf(table, data),
      partsOf(data).map(([name, n]) => h("span", null, `− ${n} ${partWord(table, name, n)}`)),
      minus > 0 && !ofHits ? h("b", null, t("play.handful.expectDamage", { n: mean(chances).toFixed(1) })) : null),
    bars(chances, ofHits),
    ofHits ? h("p", { class: "muted small" }, t("play.handful.hitsOnly")) : null,
  ];
}

/**
 * Chances as bars: exactly so much, the last one so much or more.
 * @param {number[]} chances
 * @param {boolean} ofHits
 */
function bars(chances, ofHits) {
  let first = 0;
  while (first < chances.length - 1 && chances[first] < 0.005) first += 1;
  const shown = chances.slice(first, first + BARS);
  const rest = chances.slice(first + BARS).reduce((sum, chance) => sum + chance, 0);
  const rows = shown.map((chance, index) => ({ n: first + index, chance, more: false }));
  if (rest > 0.0005) rows.push({ n: first + BARS, chance: rest, more: true });
  return h("ul", { class: "chances counts" }, rows.map(({ n, chance, more }) => h("li", { class: n > 0 ? "tone-attacker" : "tone-none" },
    h("span", { class: "outcome" }, t(`play.handful.${ofHits ? "hits" : "damage"}${more ? "More" : ""}`, { n })),
    h("span", { class: "bar", vars: { "--part": chance } }),
    h("span", { class: "chance" }, percent(chance)))));
}

/** @param {number} chance */
function percent(chance) {
  return chance > 0 && chance < 0.01 ? "< 1 %" : chance > 0.99 && chance < 1 ? "> 99 %" : `${Math.round(chance * 100)} %`;
}

/**
 * @param {Store} table
 * @param {string} name
 * @param {number} n
 */
function partWord(table, name, n) {
  return partName(table.lore.theme, name, n) ?? t("play.handful.protection");
}

/**
 * The targets that have been named so far, each with its dice.
 * @param {Store} table
 */
export function namedTargets(table) {
  const { view } = table.shown;
  const field = String(view.phase ?? "").split(" ").pop() ?? "";
  const targets = Object.entries(view.targets ?? {});
  if (targets.length === 0 || !table.lore.theme?.value_names?.[field]) return null;
  const faces = hitFaces(table.lore.theme);
  return h("section", { class: "named" }, h("h3", null, t("play.handful.targets")), h("ul", null, targets.map(([area, units]) => {
    const numbers = units.map((/** @type {string} */ unit) => /** @type {any} */ (view.units[unit]?.values)?.[field]);
    const dice = numbers.reduce((/** @type {number} */ sum, /** @type {any} */ n) => sum + (Number(n) || 0), 0);
    const rocket = numbers.some((/** @type {any} */ n) => table.lore.theme?.value_words?.[field]?.[n] !== undefined); // its die counts as it falls
    const done = Array.isArray(view.pending) && view.pending.length > 0 && !view.pending.includes(area);
    return h("li", { class: done ? "done" : "" },
      h("button", { class: "ref", type: "button", onclick: () => table.point({ spaces: [area] }) }, spaceWord(table, area)), " ",
      h("span", null, t("play.handful.dice", { n: dice }), rocket ? ` ${t("play.handful.rocket")}` : ""), " ",
      h("span", { class: "muted" }, t("play.handful.expectHits", { n: mean(hitChances(dice, faces.length / 6, rocket)).toFixed(1) })), " ",
      h("span", { class: "named-units" }, units.join(", ")));
  })));
}
