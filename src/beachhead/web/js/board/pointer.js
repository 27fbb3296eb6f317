// @ts-check
/** Fingers, mouse and wheel: pan, zoom, pinch, click, drag of a counter. */

/** @typedef {import("./camera.js").Camera} Camera */
/**
 * What the board does about it.
 * @typedef {{
 *   click: (event: PointerEvent) => void,
 *   hover: (event: PointerEvent|null) => void,
 *   twice: (event: PointerEvent) => boolean,
 *   lift: (event: PointerEvent) => string|null,
 *   drag: (unit: string, event: PointerEvent) => void,
 *   drop: (unit: string, event: PointerEvent|null) => void,
 *   hold: (event: PointerEvent) => boolean,
 *   loops: (event: PointerEvent) => boolean,
 *   loop: {begin: (event: PointerEvent) => void, draw: (event: PointerEvent) => void, end: (event: PointerEvent|null) => void},
 * }} Hands `twice` says whether two quick clicks meant something of their own; `hold` is a finger that rests, `loop` what is drawn around counters
 */

/** How far a press may slip and still be a click. */
const SLIP = { mouse: 4, pen: 6, touch: 10 };

/** Two clicks within this time are one double click, in milliseconds. */
export const TWICE = 400;

/** No farther apart, in pixels. */
export const NEAR = 8;

/** So long a finger rests to mean more than a tap, in milliseconds. */
const REST = 480;

/**
 * @param {HTMLElement} el
 * @param {Camera} camera
 * @param {Hands} hands
 */
export function listen(el, camera, hands) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  /** @type {{id: number, x: number, y: number, event: PointerEvent}|null} */
  let press = null;
  let panning = false;
  /** @type {string|null} */
  let carried = null;
  /** The fling at the end of a pan. */
  let speed = { x: 0, y: 0, at: 0 };
  let flight = 0;
  /** A finger that rests. @type {any} */
  let resting = null;
  /** The last click. A browser tells of no double click where the first has laid the counter on top of its stack. @type {PointerEvent|null} */
  let before = null;
  /** Whether a loop is being drawn. */
  let looping = false;

  el.addEventListener("pointerdown", (event) => {
    if (event.button > 1 || onControl(event)) return;
    cancelAnimationFrame(flight);
    camera.stop();
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 1) {
      press = { id: event.pointerId, x: event.clientX, y: event.clientY, event };
      panning = false;
      speed = { x: 0, y: 0, at: event.timeStamp };
      if (event.pointerType === "touch") resting = setTimeout(() => {
        if (press && hands.hold(press.event)) press = null;
      }, REST);
    } else {
      clearTimeout(resting);
      letGo(null);
      if (looping) hands.loop.end(null);
      looping = false;
      press = null;
    }
  });

  el.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse" || event.pointerType === "pen") hands.hover(onControl(event) ? null : event);
      return;
    }
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    if (fingers.size === 2) {
      pinch(event, finger);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      return;
    }
    if (press && press.id === event.pointerId && !panning && !looping && carried === null) {
      const slip = SLIP[/** @type {keyof typeof SLIP} */ (event.pointerType)] ?? 6;
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < slip) return;
      capture(event.pointerId);
      clearTimeout(resting);
      looping = press.event.button === 0 && hands.loops(press.event);
      if (looping) hands.loop.begin(press.event);
      carried = press.event.button === 0 && !looping ? hands.lift(press.event) : null;
      panning = carried === null && !looping;
      press = null;
      el.classList.toggle("is-panning", panning);
    }
    if (looping) hands.loop.draw(event);
    else if (carried !== null) hands.drag(carried, event);
    else if (panning) {
      camera.pan(dx, dy);
      const gone = Math.max(1, event.timeStamp - speed.at);
      speed = { x: 0.6 * (dx / gone) + 0.4 * speed.x, y: 0.6 * (dy / gone) + 0.4 * speed.y, at: event.timeStamp };
    }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });

  /** @param {PointerEvent} event */
  function up(event) {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(resting);
    if (looping) hands.loop.end(event.type === "pointerup" ? event : null);
    looping = false;
    if (event.type === "pointerup" && press && press.id === event.pointerId) {
      const again = before && event.pointerType !== "touch" && event.timeStamp - before.timeStamp < TWICE && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < NEAR;
      before = again ? null : event;
      if (!again || !hands.twice(event)) hands.click(event);
    }
    press = null;
    letGo(event.type === "pointerup" ? event : null);
    if (panning && fingers.size === 0) {
      panning = false;
      el.classList.remove("is-panning");
      if (event.pointerType === "touch" && event.timeStamp - speed.at < 60) fling();
    }
  }
  el.addEventListener("pointerup", up);
  el.addEventListener("pointercancel", up);
  el.addEventListener("pointerleave", (event) => {
    if (fingers.size === 0) hands.hover(null);
    else if (event.pointerType === "mouse" && !el.hasPointerCapture(event.pointerId) && event.buttons === 0) up(event);
  });

  /** @param {PointerEvent|null} event */
  function letGo(event) {
    if (carried === null) return;
    hands.drop(carried, event);
    carried = null;
  }

  /** @param {number} id */
  function capture(id) {
    try {
      el.setPointerCapture(id);
    } catch {
      // the pointer is gone already
    }
  }

  function fling() {
    let last = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const gone = Math.min(40, now - last);
      last = now;
      const fade = 0.994 ** gone;
      speed.x *= fade;
      speed.y *= fade;
      if (Math.hypot(speed.x, speed.y) < 0.03) return;
      camera.pan(speed.x * gone, speed.y * gone);
      flight = requestAnimationFrame(step);
    };
    flight = requestAnimationFrame(step);
  }

  /**
   * @param {PointerEvent} event
   * @param {{x: number, y: number}} before
   */
  function pinch(event, before) {
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    panning = true;
    const was = Math.hypot(before.x - other.x, before.y - other.y) || 1;
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y) || 1;
    const [mx, my] = [(event.clientX + other.x) / 2, (event.clientY + other.y) / 2];
    camera.pan((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
    camera.zoom(is / was, mx - camera.left, my - camera.top);
  }

  // Escape lets go of what is being dragged or drawn, wherever the pointer is
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || (carried === null && !looping)) return;
    if (looping) hands.loop.end(null);
    looping = false;
    letGo(null);
    fingers.clear();
  }, { capture: true });

  el.addEventListener("wheel", (event) => {
    if (onControl(event)) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1;
    // two fingers on a touchpad pan; a wheel, or a pinch (which browsers report as ctrl and wheel), zooms
    if (!event.ctrlKey && event.deltaMode === 0 && event.deltaX !== 0 && Math.abs(event.deltaY) < 40) {
      camera.pan(-event.deltaX, -event.deltaY);
      return;
    }
    const by = Math.exp((-event.deltaY * lines * (event.ctrlKey ? 4 : 1)) / 520);
    camera.zoom(Math.max(0.5, Math.min(2, by)), event.clientX - camera.left, event.clientY - camera.top);
  }, { passive: false });

}

/** @param {Event} event */
function onControl(event) {
  return event.target instanceof Element && event.target.closest(".board-control") !== null;
}
