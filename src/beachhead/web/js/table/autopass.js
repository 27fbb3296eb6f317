// @ts-check
/**
 * For which kinds of window the service passes in the player's name. It is set by kind and never by what is there, so that nobody can tell an
 * empty window from a passed one; the page only shows and sends the setting.
 */
import { dialog, h, put } from "../dom.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Store} Store */

/**
 * The windows that this seat may set; empty where there is nothing to set.
 * @param {Store} table
 * @returns {{step: string, name: string, says?: string}[]}
 */
export function windowsOf(table) {
  const set = table.autopass;
  return table.seat === null || !set ? [] : (table.lore.theme?.windows ?? []).filter((/** @type {any} */ one) => one.step in set && (one.side === undefined || one.side === table.seat));
}

/** @param {Store} table */
export function openAutopass(table) {
  const said = h("p", { class: "muted", role: "status" });
  const list = h("ul", { class: "autopass-list" });
  const draw = () => put(list, windowsOf(table).map((one) => {
    const box = h("input", { type: "checkbox", checked: Boolean(table.autopass?.[one.step]), onchange: async () => {
      const wish = box.checked;
      put(said, "");
      const ok = await table.setAutopass({ [one.step]: wish }).catch(() => false);
      box.checked = ok ? Boolean(table.autopass?.[one.step]) : !wish;
      put(said, t(ok ? "play.autopass.kept" : "play.offlineNow"));
    } });
    return h("li", null, h("label", { class: "row" }, box, h("span", null, h("b", null, one.name), one.says ? h("small", { class: "muted" }, one.says) : null)));
  }));
  draw();
  dialog(t("play.autopass.title"), [h("p", null, t("play.autopass.says")), list, said], { close: t("app.close") });
}
