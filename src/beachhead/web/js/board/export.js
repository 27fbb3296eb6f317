// @ts-check
/** The map as a picture that opens anywhere: every style is written into the elements. */

const PROPERTIES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
  "paint-order", "font-family", "font-size", "font-style", "font-weight", "letter-spacing", "text-anchor", "dominant-baseline", "transform",
];
/** What an element has that says nothing. @type {Record<string, string>} */
const USUAL = {
  "fill-opacity": "1", "stroke": "none", "stroke-width": "1px", "stroke-opacity": "1", "stroke-dasharray": "none", "stroke-linecap": "butt", "stroke-linejoin": "miter",
  "opacity": "1", "paint-order": "normal", "font-style": "normal", "font-weight": "400", "letter-spacing": "normal", "text-anchor": "start", "dominant-baseline": "auto",
  "fill": "rgb(0, 0, 0)", "transform": "none",
};
const TEXT = new Set(["font-family", "font-size", "font-style", "font-weight", "letter-spacing", "text-anchor", "dominant-baseline", "paint-order"]);
const SHAPES = new Set(["path", "rect", "circle", "text", "g", "ellipse", "line", "polygon"]);

/** The page's fonts as a style sheet that needs no other file. */
export async function ownType() {
  const sheets = [...document.styleSheets].filter((sheet) => sheet.href);
  const faces = sheets.flatMap((sheet) => [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule).map((rule) => ({ text: rule.cssText, from: String(sheet.href) })));
  const whole = await Promise.all(faces.map(async ({ text, from }) => {
    const [, file] = /url\("([^"]+)"\)/.exec(text) ?? [];
    const body = await (await fetch(new URL(file, from))).arrayBuffer();
    return text.replace(file, `data:font/woff2;base64,${btoa(String.fromCharCode(...new Uint8Array(body)))}`);
  }));
  return [...whole, "text { text-rendering: geometricPrecision; }"].join("\n");
}

/**
 * @param {SVGSVGElement} svg
 * @param {{width: number, height: number}} size
 * @param {string} title
 * @param {string} type a style sheet with the fonts
 * @returns {string}
 */
export function exportSvg(svg, size, title, type) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  dress(svg, copy);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
  copy.setAttribute("width", String(size.width));
  copy.setAttribute("height", String(size.height));
  const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
  name.textContent = title;
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = type;
  copy.prepend(name, style);
  return new XMLSerializer().serializeToString(copy);
}

/**
 * @param {Element} from
 * @param {Element} to
 */
function dress(from, to) {
  const style = getComputedStyle(from);
  if (SHAPES.has(from.localName)) {
    for (const property of PROPERTIES) {
      if (from.localName === "g" && property !== "opacity" && property !== "transform") continue;
      if (TEXT.has(property) && from.localName !== "text") continue;
      const value = style.getPropertyValue(property);
      if (value === "" || value === USUAL[property]) continue;
      if (property === "transform") {
        // transforms of style sheets (the far face of counters) come after the attribute's place in the tree and replace it
        if (!from.hasAttribute("transform") || value.startsWith("matrix")) to.setAttribute("transform", value);
        continue;
      }
      to.setAttribute(property, property === "font-family" ? value.replaceAll("\"", "'") : value);
    }
  }
  for (const name of ["class", "data-unit", "data-marks", "data-space", "aria-hidden", "tabindex", "role", "aria-label", "style", "focusable"]) to.removeAttribute(name);
  const [mine, theirs] = [[...from.children], [...to.children]];
  mine.forEach((child, index) => {
    const seen = child.localName === "defs" || child.localName === "clipPath" || child.localName === "pattern" || from.localName === "clipPath" || getComputedStyle(child).display !== "none";
    if (seen && !child.classList.contains("not-printed")) dress(child, theirs[index]);
    else theirs[index].remove();
  });
}

/**
 * @param {string} text
 * @param {{width: number, height: number}} size
 * @param {number} scale
 * @returns {Promise<Blob>}
 */
export async function exportPng(text, size, scale) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(size.width * scale);
    canvas.height = Math.round(size.height * scale);
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("no canvas");
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
