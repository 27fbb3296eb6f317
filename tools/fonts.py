"""Cut the fonts of the page to the letters and signs that it needs, from the packages that package.json names: `make fonts`.

The results are committed, so this is needed by those who change them: src/beachhead/web/fonts/*.woff2, the style sheet that
declares them, and how wide their letters are, by which names find room on maps and counters. A licence of these fonts keeps its
names for fonts that nobody has changed, hence the names of our own.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "node_modules"
WEB = ROOT / "src" / "beachhead" / "web"
SHEET = WEB / "css" / "fonts.css"
WIDTHS = ROOT / "src" / "beachhead" / "drawing" / "letters.json"
COUNTERS = WEB / "js" / "board" / "letters.js"
HEAD = """\
/* The page's own type: it looks and measures the same on every machine. Made by tools/fonts.py (`make fonts`).
   What is not in here, such as Japanese, comes from the machine. */
"""
ENGLISH = [*map(chr, range(0x20, 0x7F)), *"\xa0–—‘’“”…½×·−"]
EUROPEAN = [*map(chr, range(0xA0, 0x100)), *"āēīōūĀĒĪŌŪłŁőŐűŰœŒšŠžŽčČ"]
DRAWN = [*"‚„•′″‹›←↑→↓⇧≤≥▬▲▸▼▾○●✓✗"]
SIGNS = [*"↻⇄☾⏎␣★☆☰⚀⚁⚂⚃⚄⚅⚓✕"]


EVERYDAY = {*ENGLISH, *DRAWN}
SCRIPT_HEAD = """\
// @ts-check
/** How wide the letters of counters are at their boldest, in parts of their size. Made by tools/fonts.py (`make fonts`). */

/** @type {Record<string, number>} */
"""


@dataclass(frozen=True, slots=True)
class Face:
    """One font file: what it is cut from, and the weights it keeps."""

    name: str
    family: str
    source: str
    letters: list[str]
    weights: tuple[int, int]
    features: tuple[str, ...] = ("kern",)
    style: str = "normal"


SANS, SERIF = "Beachhead Sans", "Beachhead Serif"
SOURCE_SERIF = "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-"
FACES = (
    Face(
        "sans",
        SANS,
        "source-sans/WOFF2/VF/SourceSans3VF-Upright.ttf.woff2",
        sorted({*ENGLISH, *EUROPEAN, *DRAWN}),
        (400, 800),
        ("kern", "tnum"),
    ),
    Face("signs", SANS, "dejavu-fonts-ttf/ttf/DejaVuSans.ttf", sorted(SIGNS), (400, 800)),
    Face("serif", SERIF, f"{SOURCE_SERIF}normal.woff2", sorted(ENGLISH), (400, 700)),
    Face("serif-italic", SERIF, f"{SOURCE_SERIF}italic.woff2", sorted(ENGLISH), (400, 700), style="italic"),
)


def cut(face: Face) -> bytes:
    """The font with these letters and weights alone, under our name."""
    font = TTFont(PACKAGES / face.source, recalcTimestamp=False)
    lacking = [letter for letter in face.letters if ord(letter) not in font.getBestCmap()]
    if lacking:
        raise SystemExit(f"{face.source} lacks {' '.join(lacking)}: take them from another font in tools/fonts.py")
    options = Options(layout_features=list(face.features), hinting=False)
    options.drop_tables += ["DSIG", "FFTM", "MVAR", "STAT"]
    cutter = Subsetter(options)
    cutter.populate(text="".join(face.letters))
    cutter.subset(font)
    font = _reread(font)
    if "fvar" in font:
        least, most = face.weights
        font = _reread(instantiateVariableFont(font, {"wght": (least, least, most)}))
    names = font["name"]
    kept = str(names.getDebugName(0) or "")
    names.names = []
    full = f"{face.family} {face.name}"
    for id, text in ((0, kept), (1, face.family), (2, "Regular"), (3, full), (4, full), (6, full.replace(" ", ""))):
        names.setName(text, id, 3, 1, 0x409)
    return _written(font, "woff2")


def _reread(font: TTFont) -> TTFont:
    """A font as it comes from its file: each of the tools expects one that no other has half changed."""
    return TTFont(io.BytesIO(_written(font)), recalcTimestamp=False)


def _written(font: TTFont, flavor: str | None = None) -> bytes:
    written = io.BytesIO()
    font.flavor = flavor
    font.save(written)
    return written.getvalue()


def widths(body: bytes, weight: int) -> dict[str, float]:
    """How wide the letters of a font are in one weight, in parts of its size."""
    font = _reread(instantiateVariableFont(TTFont(io.BytesIO(body)), {"wght": weight}))
    unit, metrics = font["head"].unitsPerEm, font["hmtx"]
    return {chr(code): round(metrics[name][0] / unit, 3) for code, name in sorted(font.getBestCmap().items())}


def ranges(letters: list[str]) -> str:
    """Letters as `unicode-range` has them."""
    runs: list[list[int]] = []
    for code in map(ord, letters):
        if runs and code == runs[-1][-1] + 1:
            runs[-1].append(code)
        else:
            runs.append([code])
    return ", ".join(f"U+{run[0]:X}" + (f"-{run[-1]:X}" if len(run) > 1 else "") for run in runs)


def rule(face: Face) -> str:
    """How the style sheet declares it."""
    return (
        f'@font-face {{\n  font-family: "{face.family}";\n  font-style: {face.style};\n'
        f"  font-weight: {face.weights[0]} {face.weights[1]};\n  font-display: block;\n"
        f'  src: url("../fonts/{face.name}.woff2") format("woff2");\n  unicode-range: {ranges(face.letters)};\n}}\n'
    )


def main() -> None:
    """Write fonts and style sheet."""
    bodies = {face.name: cut(face) for face in FACES}
    for name, body in bodies.items():
        (WEB / "fonts" / f"{name}.woff2").write_bytes(body)
        print(f"{name}: {len(body):,} bytes")
    SHEET.write_text(HEAD + "\n".join(map(rule, FACES)), encoding="utf-8")
    found = {f"{name} {weight}": widths(bodies[name], weight) for name in ("serif", "serif-italic") for weight in (400, 600, 700)}
    WIDTHS.write_text(json.dumps(found, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    bold = {letter: wide for letter, wide in widths(bodies["sans"], 800).items() if letter in EVERYDAY}
    COUNTERS.write_text(f"{SCRIPT_HEAD}export const LETTERS = {json.dumps(bold, ensure_ascii=False)};\n", encoding="utf-8")


if __name__ == "__main__":
    main()
