// @ts-check
/** The types of the wire (docs/protocol.md) and of the borders between the parts of the page. Types only: nothing runs here. */

/**
 * @typedef {string} Side
 * `book` are the sides that the rulebook plays; `length`, `forces` and `special` are texts for those who choose, `balance` how trial games ended.
 * @typedef {{id: string, title: string, turns: number, says: string, sides: Side[], seats: Record<string, Side>, book: Side[], options: string[],
 *   length?: string, forces?: string, special?: string,
 *   balance?: {trials: number, date: string, players: Record<Side, string>, results: Record<Side|"draw", number>}|null}} Scenario
 * @typedef {{name: string, values: any[], default: any, says: string, case: string, words?: Record<string, string>}} GameOption
 * @typedef {{id: string, title: string, says: string}} PlayerKind
 * @typedef {{id: string, title: string, sides: Side[], side_names: Record<Side, string>, seat_names?: Record<string, string>, modes: string[], version: string,
 *   scenarios: Scenario[], options: GameOption[], players: PlayerKind[], book: PlayerKind|null, about: Record<string, any>}} Game
 * @typedef {{id: string, title: string, says: string, kind: string, enforceable: boolean, note?: string}} Case
 * @typedef {{id: string, title: string, case: string, notes: string|string[], columns: string[], now?: any,
 *   codes?: Record<string, {text: string, says: string, good: "attacker"|"defender"|null}>,
 *   rows: {id: string, title: string, cells: string[]}[], rulers?: {id: string, title: string, labels: string[]}[]}} Chart
 * @typedef {{turn: number, title: string, date?: string, says: string[], support?: Record<Side, number>}} Turn
 * @typedef {import("./theme.js").Theme} Theme
 * @typedef {{word: string, kinds: Kind[], says: string}} Verb
 * @typedef {Game & {cases: Case[], theme: Theme, charts: Chart[], schedule: Turn[], tour: import("./theme.js").Tour|null, verbs: Verb[], board: string}} Lore
 */

/**
 * `title` is what one of several seats of a side is called, `units` those that it commands where seats order their own.
 * @typedef {{kind: "person"|"player", name: string, here: boolean, taken: boolean, side: Side, title?: string, units?: string[]}} SeatInfo
 * @typedef {{winner: string, how: string, case: string, by: "play"|"resignation"|"agreement"}} Ended
 * `seat` has asked; `partner` is asked, or if there is none the other side.
 * @typedef {{what: "undo"|"draw", by: Side, text: string, seat: string|null, partner: string|null}} Question
 * @typedef {{match: string, game: string, scenario: string, options: Record<string, any>, rules: string, playable: boolean,
 *   created: string|number, commitment: string, secrets: boolean, seats: Record<string, SeatInfo>, ended: Ended|null, seed: string|null,
 *   offer: Question|null, board: string, spectators: number, tour: boolean, origin: "record"|"branch"|null, known_dice: boolean, silent: boolean, link?: string, name?: string}} Meta
 */

/**
 * A kind of argument; one that is none of the first three is a list of names (a prepared plan).
 * @typedef {"unit"|"space"|"number"|string} Kind
 * @typedef {{side: Side, step: string, prompt: string, case: string}} Decision
 * `values` as printed: one text, or numbers by name. `steps` of `full` are left; `stripe` and `colour` are printed, the theme says how they look; `called` is its name, if that is not its id.
 * @typedef {{side: Side, arm: string, values: string|Record<string, any>, place: string, marks: string[], storms?: string, title?: string, name?: string, called?: string,
 *   steps?: number, full?: number, stripe?: string, colour?: string, back?: string, emblem?: string, chips?: Record<string, number|boolean>, [name: string]: any}} Unit
 * @typedef {{decision: Decision, result: {winner: string, case: string, how: string}|null, turn: number, turns: number, phase: string,
 *   units: Record<string, Unit>, duties?: Record<string, any>, combat?: Combat, standing?: Record<string, any>,
 *   support?: Record<Side, number>, [name: string]: any}} View
 * @typedef {Record<string, any>} Combat
 * The legal actions of a verb; where there are very many, what follows a first argument is null until it is asked for.
 * @typedef {{verb: string, kinds: Kind[], says: string, count?: number, args: any}} Offer
 * @typedef {{kind: string, case: string, text: string, data: Record<string, any>, panel?: Panel}} GameEvent
 * @typedef {{n: number, side: Side, events: GameEvent[]}} Moment
 * @typedef {{kind: "said"|"seat", side: Side|null, name: string, text: string, at: string|number}} Line
 * @typedef {{cost?: string|number, path?: string[], combat?: Combat, panel?: Panel, odds?: Record<string, string>, text?: string, warn?: boolean, commits?: "rolls"|"final"}} Preview
 * @typedef {[string[]]|[string[], any]} Change
 * @typedef {Moment & {changes: Change[]|null}} Act
 * @typedef {{n: number, turn: number|null, phase: string, kind: "turn"|"phase"|"fight", text: string, day?: string, tally?: Record<string, number>}} Chapter
 * @typedef {{re?: string|null, from: string|null, tag: string, moment: number, acts: Act[], view?: View, changes?: Change[], offers: Offer[],
 *   undo: boolean, partners?: Record<string, number>, autopass?: boolean, taken?: number, panel?: Panel|null}} UpdateMessage
 * One moment of an update as the page shows it (table/updates.js).
 * @typedef {{re?: string|null, tag: string, moment: number, side?: Side|null, view: View, events: GameEvent[], offers: Offer[], undo: boolean,
 *   partners?: Record<string, number>, autopass?: boolean, panel?: Panel|null}} Update `partners`: how many actions only they may take
 * @typedef {{x: number, y: number, d: string, terrain?: string, title?: string, facts?: string[], near: string[], sea?: boolean,
 *   slots?: [number, number][], marks?: [number, number], box?: {kind: string, at: [number, number]}}} Space
 * @typedef {{kind: string, width: number, height: number, unit: number, layers: any[], labels: any[], spaces: Record<string, Space>,
 *   boxes: any[], credits?: string}} Drawing
 */

/**
 * What an own request has led to.
 * @typedef {{ok: boolean, kind: "update"|"refused"|"stale"|"error"|"offline"|"done", text?: string, case?: string, units?: string[],
 *   readings?: string[], code?: string, dropped?: boolean}} Outcome `dropped`: it was never sent, as its position had passed
 * @typedef {{legal: boolean, text: string, case: string, units: string[], cases: string[]}} Explained
 * @typedef {{unit: string, can: {verb: string, says: string}[], cannot: {text: string, case: string}[], notes?: {text: string, case: string}[], spaces: Record<string, string[]>}} Known
 * @typedef {{view: View, events: GameEvent[], moment: number, live: boolean, text?: string, side?: string, panel?: Panel|null, by?: Side|null}} Shown
 */

/**
 * What is chosen so far: a verb (if one has been named), the units and spaces clicked, and a number.
 * @typedef {{kind: Kind, value: string}} Pick
 * @typedef {{unit: string|null, verb: string|null, picks: Pick[], number: number|null}} Selection
 */

/**
 * The map (js/board/board.js).
 * @typedef {{space: string, label?: string, kind?: string, says?: string}} Goal
 * @typedef {{selected?: string|null, picked?: string[], ready?: string[], able?: string[], loose?: string[], own?: string[], goals?: Goal[], targets?: {unit: string, label?: string, says?: string}[], path?: string[],
 *   duties?: Record<string, string>, pointed?: {spaces?: string[], units?: string[]}|null, ghosts?: any,
 *   arrows?: import("./table/arrows.js").Arrow[]}} Marks
 * @typedef {{setView: (view: View) => void, animate: (events: GameEvent[], options?: any) => Promise<void>, setMarks: (marks: Marks) => void,
 *   on: (kind: string, fn: (...args: any[]) => void) => (() => void)|void, focus: (where: any) => void, fit: () => void, zoom: (by: number) => void,
 *   overlay: (name: string, data: any) => void, cursor?: any, moveCursor?: (direction: string) => void, svg?: () => string,
 *   png?: (scale: number) => Promise<Blob>, skip?: () => void, [name: string]: any}} Board
 */

/**
 * A combat as its game declares it (beachhead.engine.panel); panels with one `key` are about the same combat. `good`: the side that likes it.
 * @typedef {{unit?: string, title?: string, value: string, says?: string}} PanelRow
 * @typedef {{side: Side, title: string, rows: PanelRow[], sum: string, says?: string, space?: string}} PanelForce
 * @typedef {{text: string, says: string, chance: string, good: Side|null, faces?: number[]}} PanelOutcome
 * @typedef {{face: number, hit?: boolean, says?: string}} PanelDie
 * @typedef {{title: string, case: string, key: string, label: string, says: string, forces: PanelForce[],
 *   modifiers: {title: string, value: string, case?: string, says?: string}[], total?: {title: string, value: string, says?: string},
 *   strip?: {title: string, columns: string[], at: number, was?: number, last: boolean, says?: string}, outcomes: PanelOutcome[],
 *   thrown?: {text: string, dice?: PanelDie[], cards?: {card: string, part?: string}[]}, result?: {text: string, good: Side|null, case: string},
 *   notes: {text: string, case?: string}[], plan?: PanelForce[], chart?: {id: string, column: number, ruler?: string, row?: string}}} Panel
 */

/**
 * The table: what every panel gets (js/table/store.js).
 * @typedef {import("./table/store.js").Store} Store
 */

export {};
