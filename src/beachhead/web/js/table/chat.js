// @ts-check
/** Talking at the table. */
import { h, put } from "../dom.js";
import { language, t } from "../texts.js";
import { announce } from "./announcer.js";
import { lineText, sideColours, speaker } from "./names.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("../types.js").Line} Line */

const MOST = 500;

export const id = "chat";
export const titleKey = "table.chat.title";

/** @param {Store} table */
export function create(table) {
  const lines = h("ol", { class: "chat-lines" });
  const left = h("span", { class: "muted chat-left" });
  const problem = h("p", { class: "bad", role: "alert" });
  const input = h("input", { type: "text", maxlength: MOST, autocomplete: "off", placeholder: t("table.chat.placeholder"), "aria-label": t("table.chat.placeholder"), oninput: count });
  const form = h("form", { class: "chat-form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void send();
  } }, input, h("button", { class: "button", type: "submit" }, t("table.chat.send")), left);
  const el = h("div", { class: "chat" }, lines, problem, table.seat === null ? h("p", { class: "muted" }, t("table.chat.watching")) : form);
  let visible = false;
  let unread = 0;

  function count() {
    const rest = MOST - input.value.length;
    left.textContent = rest < 100 ? String(rest) : "";
  }

  async function send() {
    const text = input.value.trim();
    if (!text) return;
    try {
      const answer = await table.say(text);
      if (answer.t === "error") throw new Error(answer.text);
      input.value = "";
      problem.textContent = "";
    } catch (found) {
      problem.textContent = t("table.chat.failed", { why: /** @type {Error} */ (found).message });
    }
    count();
  }

  /** @param {Line} line */
  function row(line) {
    const at = new Date(typeof line.at === "number" && line.at < 1e11 ? line.at * 1000 : line.at);
    const { name, role } = line.kind === "seat" ? { name: "", role: "" } : speaker(table, line);
    return h("li", { class: ["chat-line", line.side === null && "by-spectator"], vars: sideColours(table, line.side) },
      name ? h("b", null, h("bdi", null, name)) : null, " ", role ? h("span", { class: "chat-role" }, role) : null, " ",
      Number.isNaN(at.getTime()) ? null : h("time", { class: "muted" }, at.toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit" })),
      h("p", null, lineText(table, line)));
  }

  function draw() {
    put(lines, table.chat.length > 0 ? table.chat.map(row) : h("li", { class: "muted" }, t("table.chat.empty")));
    lines.scrollTop = lines.scrollHeight;
  }

  table.on("chat", (line) => {
    draw();
    if (line.side !== table.seat || line.side === null) {
      const { name, role } = speaker(table, line);
      announce(line.kind === "seat" ? lineText(table, line) : t("table.chat.heard", { name: role ? t("table.chat.known", { name, role }) : name, text: line.text }));
      if (!visible) table.emit("badge", id, ++unread);
    }
  });
  table.on("meta", draw);
  draw();
  return {
    el,
    show() {
      visible = true;
      unread = 0;
      table.emit("badge", id, 0);
      lines.scrollTop = lines.scrollHeight;
    },
    hide() {
      visible = false;
    },
  };
}
