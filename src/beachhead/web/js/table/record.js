// @ts-check
/** Taking a match away as a file: what each kind of file can do and cannot, and what may be had now. */
import { h } from "../dom.js";
import { ask, download } from "../start/api.js";
import { find } from "../start/savedMatches.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {{over: boolean, mayResume: boolean}} Files */

/**
 * What may be had of a match. A file that resumes it holds the dice, so it is only for whoever holds every person's seat: the
 * service decides, this says what to show.
 * @param {Pick<import("../types.js").Meta, "ended"|"seats">} meta
 * @param {import("../start/savedMatches.js").Kept|null} kept
 * @returns {Files}
 */
export function filesOf(meta, kept) {
  const people = Object.entries(meta.seats).filter(([, seat]) => seat.kind === "person").map(([id]) => id);
  const { tokens = {}, given = {} } = kept ?? {};
  const alone = people.length > 0 && people.every((id) => Object.hasOwn(tokens, id) && !Object.hasOwn(given, id));
  return { over: Boolean(meta.ended), mayResume: !meta.ended && Boolean(kept?.host) && alone };
}

/**
 * The content of the dialog about the record.
 * @param {Store} table
 */
export function recordContent(table) {
  const kept = find(table.match);
  const { over, mayResume } = filesOf(table.meta, kept);
  const said = h("p", { class: "form-said", role: "alert" });
  const path = `/api/matches/${encodeURIComponent(table.match)}`;
  const name = `${table.meta.game}-${table.match}`;
  /**
   * @param {string} key
   * @param {string} file
   * @param {() => Promise<string>} get
   * @param {string} [more]
   */
  const choice = (key, file, get, more = "") => {
    const button = h("button", { type: "button", class: ["button", (key === "save" || over) && "primary"], onclick: async () => {
      button.disabled = true;
      said.textContent = "";
      try {
        download(file, await get());
      } catch (problem) {
        said.textContent = String(/** @type {Error} */ (problem).message);
      }
      button.disabled = false;
    } }, t(`invite.record.${key}.go`));
    const says = t(`invite.record.${key}.says`);
    return h("section", { class: "record-choice" }, h("h3", null, t(`invite.record.${key}.title`)), h("p", null, says, more ? ` ${more}` : ""), h("p", null, button));
  };
  const record = () => ask(`${path}/record`, { token: table.here.token, text: true });
  const secrets = table.meta.secrets ? t(table.mine.length > 1 ? "invite.record.save.both" : "invite.record.save.secrets") : "";
  return h("div", { class: "record-files" },
    over ? choice("whole", `${name}.txt`, record) : null,
    mayResume ? choice("save", `${name}-${table.now.moment}.txt`, () => ask(`${path}/save`, { token: kept?.host, body: {}, text: true }), secrets) : null,
    over ? null : choice("seen", `${name}-view.txt`, record),
    over || mayResume ? null : h("p", { class: "muted" }, t("invite.record.later")),
    said);
}
