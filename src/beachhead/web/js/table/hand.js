// @ts-check
/**
 * Cards: the hand, the deck, the discards and what lies open, as a strip beside the map. A card opens large when it has the focus or is clicked; one
 * that can be played is chosen by the click, and then played like any other choice. Arrow keys go from card to card.
 */
import { h, put } from "../dom.js";
import { t } from "../texts.js";
import { cardName, sideColours, sideName } from "./names.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./controller.js").Controller} Controller */
/**
 * `cards` from the bottom to the top, as far as the viewer may know them; `part` is the part in use, by card.
 * @typedef {{pile: string, name: string, says: string, side: string, kind: string, count: number, cards: string[], part: Record<string, string>}} Pile
 */

/** In which order piles are laid out. */
const KINDS = ["hand", "open", "discards", "deck"];

/**
 * The piles of a view: those of the theme that the view has, the viewer's own first.
 * @param {Store} table
 * @param {import("../types.js").View} [view]
 * @returns {Pile[]}
 */
export function pilesOf(table, view = table.shown.view) {
  /** @type {Record<string, any>} */
  const rules = table.lore.theme?.piles ?? {};
  const found = Object.entries(view.cards ?? {}).map(([pile, given]) => {
    const { name = pile, says = "", side = "", kind = "open" } = rules[pile] ?? {};
    const cards = given.cards ?? [];
    return { pile, name, says, side, kind, count: given.count ?? cards.length, cards, part: given.part ?? {} };
  });
  const place = (/** @type {Pile} */ one) => KINDS.indexOf(one.kind) * 2 + (one.side && one.side !== table.seat ? 1 : 0);
  return found.sort((a, b) => place(a) - place(b));
}

/**
 * The cards of a pile that are laid out: of discards the top one, of a deck none, unless the pile has been spread.
 * @param {Pile} pile
 * @param {boolean} [spread]
 */
export function laidOut(pile, spread = false) {
  if (pile.kind === "deck") return [];
  return pile.kind === "discards" && !spread ? pile.cards.slice(-1) : pile.kind === "discards" ? [...pile.cards].reverse() : pile.cards;
}

/**
 * @param {Store} table
 * @param {Controller} control
 * @param {() => void} redraw
 */
export function createHand(table, control, redraw) {
  /** The card that is shown large. */
  let large = "";
  /** The piles that have been spread. @type {Set<string>} */
  const spread = new Set();
  /** Whether folded piles have been opened. */
  let unfolded = false;

  /** Where the card is shown in full. It is filled in place: a strip that is drawn again between press and release would swallow the click. */
  const region = h("div", { class: "card-region" });

  /** @param {string} card */
  function open(card) {
    if (large === card) return;
    large = card;
    put(region, inFull());
  }

  /** @param {string} card */
  function choose(card) {
    open(card);
    const held = table.selection.picks.filter((pick) => control.context.cards?.includes(pick.kind));
    const found = [...control.options.cards, ...held].find((one) => one.value === card);
    if (found) control.chose({ kind: found.kind, value: card });
    redraw();
  }

  /** @param {KeyboardEvent} event */
  function arrows(event) {
    const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    const all = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("button.hand-card")];
    const next = all[all.indexOf(/** @type {Element} */ (document.activeElement)) + by];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  }

  /**
   * @param {string} card
   * @param {Pile} pile
   */
  function small(card, pile) {
    const known = table.lore.theme?.cards?.[card];
    const chosen = table.selection.picks.some((pick) => pick.value === card && control.context.cards?.includes(pick.kind));
    const ready = control.options.cards.some((one) => one.value === card);
    const part = pile.part[card];
    const used = part === undefined ? "" : known?.parts?.[part]?.title ?? part;
    return h("button", {
      class: ["hand-card", ready && "ready", chosen && "chosen"], type: "button", "data-key": `card ${card}`, "data-card": card, "aria-pressed": String(chosen),
      "aria-label": [cardName(table, card), used && t("decision.cards.part", { part: used }), ready && t("decision.cards.ready")].filter(Boolean).join(", "),
      onclick: () => choose(card), onfocus: () => open(card),
    }, h("b", null, cardName(table, card)), used ? h("small", null, used) : null,
      pile.kind === "hand" && known?.says ? h("small", { class: "card-says", "aria-hidden": "true" }, known.says) : null);
  }

  /** The card in full, with its parts; the one in use is marked. */
  function inFull() {
    const known = table.lore.theme?.cards?.[large];
    const pile = pilesOf(table).find((one) => laidOut(one, true).includes(large));
    if (!known || !pile) return null;
    const part = pile.part[large];
    return h("article", { class: "card-large", "aria-label": known.title },
      h("header", null, h("h3", null, known.title),
        h("button", { class: "icon-button", type: "button", "aria-label": t("app.close"), "data-key": "card close", onclick: () => open("") }, "✕")),
      known.says ? h("p", null, known.says) : null,
      Object.entries(known.parts ?? {}).map(([id, one]) => {
        const used = id === part;
        return h("section", { class: ["card-part", used && "in-use"], "aria-current": used ? "true" : null },
          h("h4", null, one.title, used ? h("small", null, t("decision.cards.inUse")) : null), one.says ? h("p", null, one.says) : null);
      }));
  }

  /** @param {Pile} pile */
  const isMine = (pile) => pile.kind === "hand" && (!pile.side || pile.side === table.seat);

  /** @param {Pile} pile */
  function strip(pile) {
    const cards = laidOut(pile, spread.has(pile.pile));
    const hidden = pile.kind === "discards" ? 0 : pile.count - cards.length;
    const more = pile.kind === "discards" && pile.cards.length > 1;
    const label = t("decision.cards.pile", { name: pile.name, n: pile.count });
    return h("section", { class: ["pile", `pile-${pile.kind}`], "aria-label": label, vars: pile.side ? sideColours(table, pile.side) : {} },
      h("h3", { title: pile.says || null }, pile.name, " ", h("span", { class: "pile-count" }, String(pile.count)),
        pile.side && pile.side !== table.seat ? h("small", { class: "muted" }, ` ${sideName(table, pile.side)}`) : null),
      h("div", { class: "pile-cards", onkeydown: arrows }, cards.map((card) => small(card, pile)),
        hidden > 0 ? h("span", { class: "hand-card back", title: t("decision.cards.hidden", { n: hidden }) }, `×${hidden}`) : null,
        pile.count === 0 ? h("span", { class: "muted" }, t("decision.cards.none")) : null,
        more ? spreadButton(pile) : null));
  }

  /** @param {Pile} pile */
  function spreadButton(pile) {
    const isSpread = spread.has(pile.pile);
    return h("button", { class: "button quiet", type: "button", "data-key": `spread ${pile.pile}`, "aria-expanded": String(isSpread), onclick: () => {
      if (!spread.delete(pile.pile)) spread.add(pile.pile);
      redraw();
    } }, t(isSpread ? "decision.cards.gather" : "decision.cards.spread", { n: pile.cards.length }));
  }

  return {
    /** The viewer's own hand and the card in full; null if there is no hand. */
    draw() {
      const own = pilesOf(table).filter(isMine);
      if (own.length === 0) return null;
      put(region, inFull());
      return h("div", { class: "hand", role: "group", "aria-label": t("decision.cards.title") }, own.map(strip), region);
    },
    /** All other piles, in a row; the card in full above them, where there is no hand. While an attack is being built they fold, since its odds follow. */
    piles() {
      const { panel } = table.shown;
      const found = laid();
      if (!found || !control.active || !panel || panel.thrown) return found;
      const fold = h("details", { class: "goals piles-folded", open: unfolded, ontoggle: () => (unfolded = fold.open) }, h("summary", { "data-key": "piles" }, t("decision.cards.title")), found);
      return fold;
    },
  };

  /** The piles of others and those in the middle of the table. */
  function laid() {
    const all = pilesOf(table);
    const others = all.filter((pile) => !isMine(pile));
    if (others.length === 0) return null;
    const row = h("div", { class: "piles", role: "group", "aria-label": t("decision.cards.piles") }, others.map(strip));
    if (others.length < all.length) return row;
    put(region, inFull());
    return h("div", { class: "piles-with-card" }, region, row);
  }
}
