// @ts-check
/** Asking the service over HTTP. */

/** What the service refused, in its own sentence. */
export class ServiceError extends Error {
  /**
   * @param {string} text
   * @param {string} code
   * @param {number} status
   */
  constructor(text, code, status) {
    super(text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : "."));
    this.code = code;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {{body?: any, token?: string|null, text?: boolean}} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, { body, token, text } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, { method: body === undefined ? "GET" : "POST", headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (answer.ok) return text ? answer.text() : answer.json();
  const problem = await answer.json().catch(() => null);
  throw new ServiceError(problem?.error?.text ?? `${answer.status} ${answer.statusText}`, problem?.error?.code ?? "", answer.status);
}

/**
 * Where the rules of a game are; the table asks for them at the same address.
 * @param {import("../types.js").Game} game
 * @param {string} [scenario]
 */
export function loreAddress(game, scenario = game.scenarios[0].id) {
  return `/api/games/${encodeURIComponent(game.id)}?scenario=${encodeURIComponent(scenario)}`;
}

/**
 * Hand the player a file.
 * @param {string} name
 * @param {string|Blob} content
 */
export function download(name, content) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
