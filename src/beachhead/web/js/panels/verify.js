// @ts-check
/** The promise about the dice, and how to check it: in this browser, and by replaying the whole record. */
import { h, put } from "../dom.js";
import { ask } from "../start/api.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * The content of the dialog about the dice.
 * @param {Store} table
 */
export function verifyContent(table) {
  const said = h("div", { class: "verify-said", role: "status" });
  const { commitment, seed } = table.meta;
  const over = Boolean(table.meta.ended) && Boolean(seed);
  const button = h("button", { type: "button", class: "button primary", disabled: !over, onclick: verify }, t("know.verify.go"));

  async function verify() {
    button.disabled = true;
    put(said, h("p", { class: "muted" }, t("know.verify.working")));
    /** @type {(HTMLElement|null)[]} */
    const lines = [];
    try {
      const here = seed ? await hash(seed) : null;
      if (here !== null) lines.push(line(here === commitment, t(here === commitment ? "know.verify.kept" : "know.verify.broken")));
      const record = await ask(`/api/matches/${encodeURIComponent(table.meta.match)}/record`, { token: table.here.token, text: true });
      const answer = await ask("/api/verify", { token: table.here.token, body: { record, match: table.meta.match } });
      lines.push(line(answer.ok, answer.text), answer.ok ? h("p", { class: "muted" }, t("know.verify.replayed", { n: answer.actions }), " ", h("code", null, answer.digest)) : null);
    } catch (problem) {
      lines.push(line(false, String(/** @type {Error} */ (problem).message)));
    }
    put(said, lines);
    button.disabled = false;
  }

  return h("div", { class: "know-verify" },
    h("p", null, t("know.verify.says")),
    h("dl", null,
      h("dt", null, t("know.verify.commitment")), h("dd", null, h("code", null, commitment)),
      h("dt", null, t("know.verify.seed")), h("dd", null, seed ? h("code", null, seed) : h("span", { class: "muted" }, t("know.verify.later")))),
    h("p", null, button), said);
}

/**
 * @param {boolean} good
 * @param {string} text
 */
function line(good, text) {
  return h("p", { class: good ? "good" : "bad" }, good ? "✓ " : "✗ ", text);
}

/**
 * The commitment to a seed (beachhead.engine.dice.commitment): SHA-256 of a fixed text and its bytes; null where the browser offers none (a page without https).
 * @param {string} seed
 */
async function hash(seed) {
  if (!globalThis.crypto?.subtle || !/^([0-9a-f]{2})+$/.test(seed)) return null;
  const bytes = /** @type {string[]} */ (seed.match(/../g)).map((pair) => Number.parseInt(pair, 16));
  const sum = await crypto.subtle.digest("SHA-256", Uint8Array.from([...new TextEncoder().encode("beachhead dice 1\0"), ...bytes]));
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
