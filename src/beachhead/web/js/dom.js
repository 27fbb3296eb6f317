// @ts-check
/** Building the page: elements without markup strings, so that nothing a player types can become markup. */

/** @typedef {Node|string|number|null|undefined|false} Child */
/** @typedef {Child|any[]} Children children may be nested in lists to any depth */
/** @typedef {Record<string, any>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} el
 * @param {Attributes|null|undefined} attributes
 */
function dress(el, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") el.addEventListener(name.slice(2).toLowerCase(), value);
    else if (name === "class" && Array.isArray(value)) el.setAttribute("class", value.filter(Boolean).join(" "));
    else if (name === "vars") for (const [key, set] of Object.entries(value)) /** @type {HTMLElement} */ (el).style.setProperty(key, String(set));
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") /** @type {any} */ (el)[name] = value;
    else el.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} el
 * @param {Children[]} children
 */
function fill(el, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    el.append(child instanceof Node ? child : String(child));
  }
}

/**
 * An HTML element. Attributes: `class` (text or a list with gaps), `onclick` and the like (functions), `vars` (CSS custom properties).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes|null} [attributes]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes, ...children) {
  const el = document.createElement(tag);
  fill(el, children);
  dress(el, attributes);
  return el;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes|null} [attributes]
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes, ...children) {
  const el = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
  dress(el, attributes);
  fill(el, children);
  return el;
}

/**
 * Replace everything inside an element.
 * @param {Element} el
 * @param {...Children} children
 */
export function put(el, ...children) {
  el.replaceChildren();
  fill(el, children);
  return el;
}

/**
 * Listen; the answer stops listening.
 * @param {EventTarget} target
 * @param {string} kind
 * @param {(event: any) => void} fn
 * @param {AddEventListenerOptions} [options]
 * @returns {() => void}
 */
export function on(target, kind, fn, options) {
  target.addEventListener(kind, fn, options);
  return () => target.removeEventListener(kind, fn, options);
}

/**
 * A modal dialog. The focus returns to where it was; Escape and a click beside it close it with null.
 * @param {string} title
 * @param {Children} body
 * @param {{buttons?: {label: string, value: string, kind?: "primary"|"danger"}[], class?: string, close?: string, fixed?: boolean}} [options]
 * @returns {{el: HTMLDialogElement, body: HTMLElement, close: (value?: string|null) => void, done: Promise<string|null>}}
 */
export function dialog(title, body, options = {}) {
  const before = document.activeElement;
  /** @type {(value: string|null) => void} */
  let settle = () => {};
  /** @type {Promise<string|null>} */
  const done = new Promise((resolve) => (settle = resolve));
  const heading = h("h2", { id: `dialog-${++opened}`, tabindex: -1 }, title);
  const inside = h("div", { class: "dialog-body" }, body);
  if (!inside.querySelector("a, button, input, select, textarea, summary, [tabindex]")) inside.tabIndex = 0; // a long text is scrolled by keys, too
  const buttons = (options.buttons ?? []).map((button) =>
    h("button", { class: ["button", button.kind], type: "button", onclick: () => close(button.value) }, button.label),
  );
  const el = h("dialog", { class: ["dialog", options.class], "aria-labelledby": heading.id },
    h("header", null, heading,
      !options.fixed && h("button", { class: "icon-button", type: "button", "aria-label": options.close ?? "Close", onclick: () => close(null) }, "✕")),
    inside,
    buttons.length > 0 && h("footer", null, buttons));
  /** @param {string|null} [value] */
  function close(value = null) {
    if (!el.isConnected) return;
    if (el.open) el.close();
    el.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    settle(value);
  }
  el.addEventListener("cancel", (event) => {
    event.preventDefault();
    if (!options.fixed) close(null);
  });
  el.addEventListener("close", () => close(null));
  el.addEventListener("pointerdown", (event) => {
    if (event.target === el && !options.fixed) close(null);
  });
  document.body.append(el);
  el.showModal();
  /** @type {HTMLElement} */ (el.querySelector("[autofocus]") ?? buttons.at(-1) ?? heading).focus();
  return { el, body: inside, close, done };
}

let opened = 0;
