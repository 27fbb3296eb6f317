// @ts-check
/** Movement on the map, all of it short, and none of it where the player or the system wants none. */

const reduced = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

/** Whether nothing may move. */
export function still() {
  return document.hidden || Boolean(reduced?.matches) || document.documentElement.dataset.speed === "off";
}

/** Tweens under way, so that all can be ended at once. */
export class Motion {
  constructor() {
    /** @type {Set<() => void>} */
    this.running = new Set();
    this.skipped = 0;
  }

  /**
   * Call `step` with 0 to 1 until the time is over.
   * @param {number} ms
   * @param {(part: number) => void} step
   * @returns {Promise<void>}
   */
  tween(ms, step) {
    if (still() || ms <= 0) {
      step(1);
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const start = performance.now();
      let frame = 0;
      const end = () => {
        cancelAnimationFrame(frame);
        clearTimeout(late);
        this.running.delete(end);
        step(1);
        resolve();
      };
      // frames may stop when the window is covered: time goes on all the same
      const late = setTimeout(end, ms + 300);
      /** @param {number} now */
      const tick = (now) => {
        const part = (now - start) / ms;
        if (part >= 1) {
          end();
          return;
        }
        step(Math.max(0, part));
        frame = requestAnimationFrame(tick);
      };
      this.running.add(end);
      frame = requestAnimationFrame(tick);
    });
  }

  /** End everything at once. */
  skip() {
    this.skipped += 1;
    for (const end of [...this.running]) end();
  }
}

/** @param {number} part */
export function ease(part) {
  return part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
}

/**
 * A place some part of the way along points.
 * @param {{x: number, y: number}[]} points
 * @param {number} part
 */
export function along(points, part) {
  const lengths = points.slice(1).map((point, index) => Math.hypot(point.x - points[index].x, point.y - points[index].y));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let left = whole * part;
  for (let index = 0; index < lengths.length; index += 1) {
    if (left <= lengths[index] || index === lengths.length - 1) {
      const share = lengths[index] ? Math.min(1, left / lengths[index]) : 1;
      return {
        x: points[index].x + (points[index + 1].x - points[index].x) * share,
        y: points[index].y + (points[index + 1].y - points[index].y) * share,
      };
    }
    left -= lengths[index];
  }
  return points[points.length - 1];
}
