// @ts-check
/**
 * What a theme and a tour may say, whole as the page gets them. Types only: nothing runs here.
 * Made by tools/themes.py from beachhead.engine.themes; change those records and run `make themes`.
 */

/**
 * How a game looks and speaks.
 * @typedef {object} Theme
 * @property {Record<string, Side>} sides The sides, in the game's order.
 * @property {Space} space What spaces are called and how things lie in them.
 * @property {Record<string, Arm>} arms Kinds of units, by `arm` of a unit.
 * @property {Record<string, Values>} values Printed numbers, by arm; `default` is for all others.
 * @property {Record<string, ValueName>} value_names What the printed numbers are called.
 * @property {Record<string, Record<string, string>>} value_words Words for certain values of a number, such as an unlimited range.
 * @property {Record<string, Flag>} flags Properties of units that are shown beside their numbers.
 * @property {Record<string, Mark>} marks Statuses, by mark of a unit.
 * @property {Record<string, Chip>} chips Markers on units, by key of a unit's `chips`.
 * @property {Record<string, Back>} backs Backs of face-down counters, by `back` of a unit.
 * @property {Record<string, "olive"|"brick"|"navy"|"sand"|"crimson"|"grey">} palettes Colors of counters, by `colour` of a unit; other units have the
 * colors of their side.
 * @property {Record<string, string>} stripes What the colored bands of counters mean, by `stripe` of a unit.
 * @property {Record<string, Emblem>} emblems Small signs beside the figures of counters, by `emblem` of a unit.
 * @property {string[]} towards Fields of units that name a space they are about to enter: an arrow leads there.
 * @property {Stacks} [stacks] What the order of units in a space means.
 * @property {Record<string, Pile>} piles Piles of cards, by key of `cards` in the view.
 * @property {Record<string, Card>} cards The cards.
 * @property {Marker[]} markers Things on the map that are not units, in the order in which they are laid.
 * @property {Control} [control] Who holds what.
 * @property {Regions} [regions] States of regions.
 * @property {Record<string, Track>} tracks Numbers that are shown; `turn` is the turn.
 * @property {Record<string, Place>} places Places off the map, by `place` of a unit.
 * @property {Record<string, Record<string, Status>>} status Words of the view shown in the bar, such as the weather: by key of the view, which has one
 * or a list of them, then by its value.
 * @property {Phase[]} phases The phases of a turn, in order.
 * @property {Record<string, string>} verbs What a verb is called on a button that opens it.
 * @property {Record<string, Record<string, string|Plural>>} acts An action in words, by verb and number of arguments: `{a}`, `{b}`, `{c}` are the
 * arguments, `{box}` the marker for whose printed box the space `{a}` has room; the number that a plural goes by is `{a}`.
 * @property {Record<string, string>} done What `done` is called, by step.
 * @property {Record<string, Record<string, Named>>} names Values of arguments that are neither units nor spaces, numbers or cards, such as plans: by
 * kind, then by value.
 * @property {Record<string, "cards"|"units"|"spaces">} kinds Kinds of arguments that are chosen by clicking: a card, a unit or a space.
 * @property {string[]} asides Verbs for other actions, which do not belong to the decision under way.
 * @property {string[]} deliberate Verbs that a click on the map means only after their button was pressed.
 * @property {string[]} grave Verbs that a click on the map prepares and does not carry out.
 * @property {Record<string, Together>} together Verbs that several units may carry out in one click.
 * @property {Record<string, Rest>} rest Verbs whose remaining units may be placed at random: page and terminal draw lots and play the single actions.
 * @property {Record<string, Listed>} lists Verbs that may be typed with several units in one line.
 * @property {Record<string, Record<string, Record<string, string>>>} goals How the spaces of an action are marked on the map: by verb, number of
 * arguments, and position of the argument.
 * @property {Stay[]} stays What it costs to do nothing.
 * @property {Straight[]} straight Steps that may be answered together with those after them.
 * @property {Leave[]} leaves Steps that dragging another unit ends.
 * @property {Order} [order] The row of units that a player puts in order.
 * @property {Record<string, Duty>} duties What must be done before a phase ends, by key of `duties` in the view.
 * @property {Progress[]} progress What is counted while a step lasts.
 * @property {Record<string, Overlay>} overlays What can be shaded on the map.
 * @property {Window[]} windows Moments in which a side may react.
 * @property {Record<string, string>} react What the others read while a side may react, whatever happens behind it.
 * @property {Known} [known] The button for what the enemy has learned.
 * @property {Overlay} [secret] The button for what the enemy sees.
 * @property {string} [truth] The side whose view is the whole truth once the match is over.
 * @property {Typing} [typing] Examples for typed actions.
 * @property {string[]} aftermath Kinds of event that say what a roll has led to.
 * @property {Record<string, string[]>} log Filters of the log, each with the kinds of event that it shows.
 * @property {string[]} diary Kinds of event that a diary of the match keeps; without any there is no diary.
 * @property {Record<string, string>} tally Words for the numbers that turns begin with (`tally` in the data of `turn` events, or `counts`); the diary
 * draws them as curves.
 * @property {Record<string, Count>} counts The numbers of `tally` that are counted from events, by name.
 * @property {Events} events Kinds of event that panels count.
 * @property {Standing} [standing] How the game is won.
 * @property {Record<string, string>} chapters Titles of the rulebook's chapters.
 * @property {Record<string, string>} columns Words for the columns of charts.
 * @property {Record<string, Record<string, string>>} options Words for the values of options, by option.
 * @property {Record<string, string>} players How the computer's players play this game, by player.
 * @property {Advice[]} advice Tips for a first game: three to five per side.
 * @property {Record<string, Terrain>} terrain Kinds of ground.
 * @property {Record<string, Line>} hexsides Kinds of hexsides.
 * @property {Record<string, Line>} routes Kinds of roads.
 * @property {Sheet} map How the map is printed.
 */

/**
 * A side: its names and the look of its counters.
 * @typedef {object} Side
 * @property {string} name Its name alone, as in a heading.
 * @property {string} the Its name in a sentence, with its article if it has one: "the U.S.".
 * @property {string} short Its name where there is little room.
 * @property {string} colour Its color in panels: the name of a token of tokens.css (`us` is --us, --us-ink, --us-soft).
 * @property {"olive"|"brick"|"navy"|"sand"|"crimson"|"grey"} palette The colors of its counters.
 * @property {"double"|"band"|"plain"} edge What tells its counters apart without color.
 */

/**
 * What a space of this map is called and how things are laid in it.
 * @typedef {object} Space
 * @property {string} noun One space, in sentences: "hex".
 * @property {string} plural Several.
 * @property {boolean} numbered Whether spaces are called by their number ("1203"), also where they have a name; otherwise by their name.
 * @property {"sides"|"shared"} slots Units in one space: every side has a place of its own in every space, or only where several sides are together.
 * @property {boolean} hover Whether a pile opens under a pointer that rests on it.
 * @property {"land"|"decision"} opening What the map shows first: all the land, or where the first decision is.
 */

/**
 * A kind of unit.
 * @typedef {object} Arm
 * @property {string} name What such a unit is called in a sentence: "tank battalion".
 * @property {string} short The same in a narrow column; without it, the name.
 * @property {string} symbol The figure on the counter, one of web/js/board/symbols.js.
 * @property {string} size The sign above the figure, such as II.
 */

/**
 * The printed numbers of an arm.
 * @typedef {object} Values
 * @property {string[]} fields The numbers in the order in which the view has them.
 * @property {number[][]} lines How they are printed: for each line the positions of its numbers in `fields`. The first line is large.
 */

/**
 * What a printed number is called.
 * @typedef {object} ValueName
 * @property {string} name In full, for the card of a unit.
 * @property {string} short In a word.
 * @property {boolean} sum Whether it can be added up over several units; movement and ranges cannot.
 */

/**
 * A property of a unit, true or a value in the view, that is shown beside its printed numbers and on its card.
 * @typedef {object} Flag
 * @property {string} name What it is called.
 * @property {string} says What it means.
 * @property {string} sign The sign in front of a number.
 * @property {string} field The number that carries the sign.
 */

/**
 * A status of a unit, one of `marks` in the view: moved, fired, Concealed.
 * @typedef {object} Mark
 * @property {string} name What it is called.
 * @property {string} says What it means, in words that continue "this unit".
 * @property {"corner"|"notch"|"bar"|"ring"|"burst"|"arrow"|"shield"|"unseen"|"none"} badge The shape of its badge on the counter.
 * @property {string} letter The letter on the badge.
 * @property {boolean} quiet Shown on the card of the unit and not on the counter.
 * @property {boolean} spent Whether the counter is greyed: the unit has nothing left to do.
 * @property {boolean} hidden Whether only the owner sees the unit.
 * @property {boolean} anywhere Whether the badge is shown off the map too.
 */

/**
 * A marker on a unit, one of `chips` in the view: step losses, disrupted, a hero. A number in the view is printed on it.
 * @typedef {object} Chip
 * @property {string} name What it is called.
 * @property {string} says What it means.
 * @property {string} sign One or two characters on the chip.
 * @property {string} tone Its color: good, bad, warn, accent, plain, or a side.
 */

/**
 * The back of a face-down counter: a unit with `back` in the view, which has neither arm nor values nor a name of its own.
 * @typedef {object} Back
 * @property {string} name What such a counter is called wherever its name would be printed.
 * @property {string} says A sentence for its card.
 * @property {"olive"|"brick"|"navy"|"sand"|"crimson"|"grey"} [palette] Its colors, if not those of its side.
 * @property {string} symbol The figure on the back.
 * @property {string} sign Or a sign, such as ?.
 */

/**
 * A small colored sign beside the figure of a counter: a unit with `emblem` in the view.
 * @typedef {object} Emblem
 * @property {string} name What it is called.
 * @property {string} says What it means.
 * @property {"circle"|"diamond"|"triangle"|"star"|"square"} shape Its shape.
 * @property {"red"|"white"|"blue"|"black"|"yellow"|"green"} colour Its color.
 */

/**
 * What the order of units in a space means, in a game whose view has `stacks`.
 * @typedef {object} Stacks
 * @property {string} says A sentence above the units of a space: "The top unit takes the first step loss.".
 * @property {string} top A word for the unit on top.
 */

/**
 * A pile of cards: a key of `cards` in the view.
 * @typedef {object} Pile
 * @property {string} name What it is called.
 * @property {"hand"|"deck"|"discards"|"open"} kind A hand and an open pile show their cards, of discards the top one, of a deck nothing but the number.
 * @property {string} says A sentence about it.
 * @property {string} side Whose it is, if it is not everybody's.
 */

/**
 * A card.
 * @typedef {object} Card
 * @property {string} title Its name.
 * @property {string} says Its text.
 * @property {Record<string, CardPart>} parts Its parts, if it has several.
 */

/**
 * A part of a card of which one at a time is in use.
 * @typedef {object} CardPart
 * @property {string} title Its heading.
 * @property {string} says Its text.
 */

/**
 * Something on the map that is not a unit.
 * @typedef {object} Marker
 * @property {string} id Its own name, for style sheets.
 * @property {string} name What it is called.
 * @property {string} says What it means.
 * @property {string} from Where the view has it: a list of spaces, numbers by space, or a single word (then see `at` and `when`).
 * @property {string} shape Its figure, one of web/js/board/symbols.js.
 * @property {string} side Whose colors it has.
 * @property {string} [box] The kind of printed box that it lies on.
 * @property {string} [at] The one space where it may lie, if the view has a single word.
 * @property {string[]} [when] The words for which it lies there; without it, any.
 * @property {string} [until] A list in the view: the marker is taken off as soon as something is in it.
 * @property {string} [unless] A list in the view: in a space that is in it the marker is not shown, because another one says more.
 * @property {[number, number]} [turns] The first and the last turn in which it is shown.
 * @property {"inland"} [turn] Whether its figure is turned away from the sea.
 * @property {boolean} rim Whether it moves to the edge of its hex when counters lie there, so that they do not cover it.
 * @property {boolean} hidden Whether only its owner sees it.
 */

/**
 * Who holds which space, shown as a tint.
 * @typedef {object} Control
 * @property {string} from Where the view has the holder of each space.
 * @property {string} quiet The side that held everything at the start: its spaces are not tinted.
 */

/**
 * The regions of the drawing, such as sectors, and their states.
 * @typedef {object} Regions
 * @property {string} from Where the view has the state of each region.
 * @property {Record<string, RegionState>} states How each state looks.
 */

/**
 * How a region in a certain state is drawn.
 * @typedef {object} RegionState
 * @property {string} name What the state is called.
 * @property {"solid"|"dashed"|"dotted"|"double"|"none"} stroke Its outline.
 * @property {boolean} crossed Whether the region is crossed out.
 * @property {string} tone Its color: good, bad, warn, accent, plain, or a side.
 */

/**
 * A number in the view, or one per side, that is shown as a track, a chip or a line.
 * @typedef {object} Track
 * @property {string} name What is counted.
 * @property {string} from Where the view has it.
 * @property {string} [of] Where the view has how many there are.
 * @property {string} [short] Its name where there is little room.
 * @property {number} [first] The lowest number of a track of numbers.
 * @property {number} [last] The highest number: with it every side has a disc on the track and a chip in the bar.
 * @property {number} [digit] The digit of the number that the track shows: 1, 10 or 100; the cells of the highest digit may go beyond 9.
 * @property {boolean} fills Whether one number fills the cells up to it.
 * @property {boolean} [down] Whether a track of numbers is printed from the highest to the lowest.
 * @property {string} [shows] Numbers by side that the turns of the schedule have under this key, such as support points.
 * @property {string} sign The sign for them on the track.
 * @property {Plural} [says] The same in words: `{side}` and `{n}`.
 */

/**
 * A text with a form for one and a form for all other numbers; `{n}` is the number.
 * @typedef {object} Plural
 * @property {string} one For one.
 * @property {string} other For none and for many.
 */

/**
 * A `place` of units that is not a space of the map.
 * @typedef {object} Place
 * @property {string} name What it is called.
 * @property {string} says What it means to be there.
 * @property {"pool"|"eliminated"|"absent"} stand Under what the panels count such a unit: still to come, lost, or not in this match.
 * @property {string|Record<string, string>} [box] The box of the map that holds it; by side, if the sides differ.
 * @property {boolean} rest Whether units there are not shown.
 * @property {boolean} hidden Whether only the owner sees them.
 */

/**
 * A word for a state of affairs, such as the weather.
 * @typedef {object} Status
 * @property {string} name What it is called.
 * @property {string} says What it means.
 * @property {string} sign A figure of web/js/board/symbols.js, if players must not overlook it: it is on the turn's cell of the track, and on a plate
 * over the map.
 */

/**
 * A phase of the turn.
 * @typedef {object} Phase
 * @property {string} id As in `phase` of the view.
 * @property {string} name What it is called.
 * @property {string} side Whose it is.
 * @property {string} short Its name in the bar.
 * @property {boolean} once Whether it comes only at the start of the match.
 * @property {boolean} quick Whether it passes without a decision, so the bar shows it only while it lasts.
 */

/**
 * A name and a sentence.
 * @typedef {object} Named
 * @property {string} name What it is called.
 * @property {string} says A sentence about it.
 */

/**
 * A verb that several units may carry out in one click: all of a space, or all of an arm against one space.
 * @typedef {object} Together
 * @property {string} side Whose units.
 * @property {string} says The button: `{n}` units, `{arm}` or `{group}`, `{place}`.
 * @property {string} [by] What the units of a group have in common, if not their arm: an entry of the counters in the view. A space that holds units
 * already is filled with others of their group.
 * @property {number} [most] At most so many of the arms `of`; with `by`, so many units in a space.
 * @property {string[]} of The arms that are counted.
 * @property {string} [from] Where the view has the units that were named before, by space.
 */

/**
 * A verb that puts units into spaces, any unit into any of them, and whose remaining units may be left to chance.
 * @typedef {object} Rest
 * @property {string} says The button: `{n}` units.
 */

/**
 * A line that names several units and is played as single actions: `attack 2324 from 2223 2123`.
 * @typedef {object} Listed
 * @property {string} with The word between the target and the units.
 * @property {string} first The first action: `{target}`, and `{each}` unit.
 * @property {string} then The further ones.
 */

/**
 * What it costs to do nothing in a step.
 * @typedef {object} Stay
 * @property {string} step The step.
 * @property {string} flag A field of units: those that have it pay.
 * @property {Plural} says The button: `{units}`.
 */

/**
 * A step that may be answered together with the steps after it, when a player has nothing to add in any of them.
 * @typedef {object} Straight
 * @property {string} step The step that has the button.
 * @property {string[]} through The steps after it that get the same answer.
 * @property {string} says The button.
 * @property {string} answer The verb.
 */

/**
 * A step that is over for a player who drags another unit to where it is to go.
 * @typedef {object} Leave
 * @property {string} step The step.
 * @property {string} answer The verb that ends it.
 */

/**
 * A row of units that is put in order.
 * @typedef {object} Order
 * @property {string} verb The verb that names the next unit.
 * @property {string} accept The verb that takes the order as proposed.
 * @property {string} from Where the view has the row.
 * @property {string[][]} rows Under which names it is there: pairs of what is proposed and what is ranked already; a later pair goes first.
 */

/**
 * Something that must still be done before the phase ends: a key of `duties` in the view.
 * @typedef {object} Duty
 * @property {string} name What it is, briefly: "must attack".
 * @property {Plural} [count] The same with its number: "{n} units must attack".
 * @property {Plural} [own] The same when the units are the viewer's own and it is the enemy who has to act.
 * @property {string} says A sentence about it.
 * @property {"attack"|"attacked"|"due"|"none"} mark How its units are marked on the map; with `none` nothing has to be done any more.
 * @property {number} order Duties with a lower number come first.
 * @property {string} [case] The rule behind it.
 * @property {boolean} forced Whether what can be done about it in one way only is offered as one button, because no choice follows.
 * @property {boolean} least With `forced`: whether that button also takes what leaves a number to choose, with the least number.
 */

/**
 * Something that is counted while a step lasts, such as units set up.
 * @typedef {object} Progress
 * @property {string} step The step.
 * @property {string} name What is counted.
 * @property {string} [from] Where the view has the numbers; without it, units on the map are counted.
 * @property {number} [of] How many there will be.
 */

/**
 * Something that can be shaded on the map, by the name the game has for it.
 * @typedef {object} Overlay
 * @property {string} title What it is called on its button.
 * @property {string} key The key that shows it.
 * @property {string} says A sentence about it.
 * @property {string} [icon] The icon of its button, if not that of its name.
 */

/**
 * A moment in which a side may react, and which it may have passed automatically.
 * @typedef {object} Window
 * @property {string} step The step that asks.
 * @property {string} name What it is called in the settings.
 * @property {string} says What one may do in it.
 * @property {string} side Who is asked; empty: anybody.
 * @property {boolean} default Whether it is passed automatically unless the player has chosen otherwise.
 * @property {string|string[]} answer The action that passes it; of several the first that is possible.
 * @property {string[]} [idle] If given, it is passed only if nothing but the answers and these verbs is offered. Never for a side with secrets.
 */

/**
 * The button that shows what the enemy has learned.
 * @typedef {object} Known
 * @property {string} from Where the view has it.
 * @property {string} title What it is called.
 * @property {string} key The key that shows it.
 * @property {Learned[]} shows The parts of it.
 */

/**
 * A part of what the enemy has learned.
 * @typedef {object} Learned
 * @property {string} from Which part: a list of spaces, a number by space, or by unit where it was and when.
 * @property {string} says Its words: `{unit}`, `{turn}`, `{n}`.
 * @property {string} [unless] Another part that says more of the same space.
 */

/**
 * Examples for those who type their actions.
 * @typedef {object} Typing
 * @property {string} action An action in full: `move U:1/2 1305`.
 * @property {string} short The same with less to type: `move 1203 1305`.
 * @property {string[]} look Things to look at: a space, a unit.
 * @property {string} case A rule to ask about.
 */

/**
 * A number of a tally that is counted from events, or that the view knows.
 * @typedef {object} Count
 * @property {string[]} kinds The kinds of event that are counted.
 * @property {string} view Where the view has the number as it stands now, if turns begin with it and no events are counted.
 * @property {string} units Only events about units of this side (`unit` in their data); the curve has its color.
 * @property {Record<string, string>} only Only events whose data say this: `{side: us}`.
 * @property {Record<string, string>} back Events whose data say this take one away.
 * @property {string} total What in an event's data is the number itself; empty: events are counted.
 * @property {string} measure Curves with the same word here share a chart, so that they can be compared.
 */

/**
 * Kinds of event that panels count.
 * @typedef {object} Events
 * @property {string[]} came A unit (`unit` of the event) has entered the map.
 * @property {string[]} lost A unit is lost.
 * @property {string[]} [losses] What counts as a loss among the others' acts, if not all of the `aftermath`.
 */

/**
 * How the game is won.
 * @typedef {object} Standing
 * @property {string[]} cases The rules that say so.
 * @property {string} score Where the view has the score as it stands, entry by entry.
 * @property {Counted[]} items Its lines, as the Victory panel lists them.
 */

/**
 * A line of the score.
 * @typedef {object} Counted
 * @property {string} from Its entry of the score in the view.
 * @property {string} name What is counted.
 * @property {string} side Who gets the points; nobody for a sum or a price.
 * @property {string} case The rule.
 */

/**
 * A tip for a first game.
 * @typedef {object} Advice
 * @property {string} says One or two short sentences.
 * @property {string} side The side that it is for; empty: every side.
 * @property {string} [case] The case that it is about, if players may want to look it up.
 * @property {string[]} scenarios The scenarios that it is for; empty: all of them.
 */

/**
 * A kind of ground.
 * @typedef {object} Terrain
 * @property {string} name What it is called.
 * @property {number} height How high it is drawn.
 * @property {string} [scatter] Small signs drawn over it: tufts, peaks, blocks, houses, streets, trees, stones, gullies, pits, crests, ledges, grains.
 * @property {string} [tint] Its color on the map, if not that of its own name.
 * @property {boolean} on_key Whether the map's key lists it.
 * @property {boolean} [sea] Whether it is water; without it, the kind called sea is.
 * @property {number} [value] The number printed for it in the key.
 * @property {string} [label] How names on it are printed, if not as usual.
 */

/**
 * A kind of hexside or of road.
 * @typedef {object} Line
 * @property {string} name What it is called in the key.
 */

/**
 * How the map is printed; everything is measured in widths of a hex.
 * @typedef {object} Sheet
 * @property {string} title The title in the cartouche.
 * @property {string} subtitle The line below it.
 * @property {string} dates The dates of the battle.
 * @property {"rows"|"columns"} lines Which way the lines of hexes run.
 * @property {"north"|"south"|"east"|"west"} [first] Where the first line lies.
 * @property {[number, number, number, number]} [margins] Sea around an island of areas, or around the grid of a map of hexes: left, top, right, bottom.
 * @property {number} [offshore] How many hexes of sea around the land are spaces.
 * @property {Spot} [cartouche] Where the title is.
 * @property {Compass} [compass] The compass rose.
 * @property {Scale} [scale] The scale bar.
 * @property {Key} [key] The key of terrain.
 * @property {Record<string, "capital"|"city"|"town"|"village"|"airfield"|"height"|"hill"|"ridge"|"lake">} names What a named place of the board is.
 * @property {Label[]} labels Further names.
 * @property {Record<string, [number, number]>} volcanoes Craters, by area or hex, each with its shift.
 * @property {boolean} [contours] Whether a map of hexes has lines of equal height.
 * @property {Runway[]} runways Runways.
 * @property {Record<string, string[]>} questions The words in the printed boxes of areas, line by line.
 * @property {Box[]} boxes The boxes at the edges.
 * @property {string} zones What the zones at sea are called in the key.
 * @property {string} credits Where the drawing comes from.
 */

/**
 * Where something is printed, in widths of a hex.
 * @typedef {object} Spot
 * @property {[number, number]} at Its top left corner.
 * @property {[number, number]} size Its width and height.
 */

/**
 * The compass rose.
 * @typedef {object} Compass
 * @property {[number, number]} at Its center.
 * @property {number} size Its radius.
 * @property {number} turn How far north is turned from the top of the sheet, in degrees clockwise.
 */

/**
 * The scale bar.
 * @typedef {object} Scale
 * @property {[number, number]} at Its top left corner.
 * @property {number} hexes How many hexes it measures.
 * @property {string} text The words above it.
 */

/**
 * The key of terrain.
 * @typedef {object} Key
 * @property {[number, number]} at Its top left corner.
 * @property {[number, number]} size Its width and height.
 * @property {number} columns How many columns it has.
 * @property {Record<string, string>} symbols Words for the symbols of areas; on a map of hexes for signs of the board: hills, airfields, regions,
 * "symbols red"; `levels` and `works` have a line for each level or color, `{n}`, and "note F" shows the letter that is printed.
 */

/**
 * A name on the map besides those of the board: a cape, a bay, a sea.
 * @typedef {object} Label
 * @property {string} text The name.
 * @property {string} kind How it is printed: ocean, bay, cape, region, minor, stream, beach, height, mountain, sector, zone, line, abroad.
 * @property {string|[number, number]} at A space, or a point in widths of a hex.
 * @property {[number, number]} [shift] How far from the middle of the space.
 * @property {number} angle How far it is turned, in degrees.
 */

/**
 * A runway drawn across areas or hexes.
 * @typedef {object} Runway
 * @property {string} from The area or hex it begins in.
 * @property {[number, number]} at Its middle, or its beginning if it has an end, from the middle of that area.
 * @property {string} [to] The area or hex it ends in.
 * @property {[number, number]} [end] Its end, from the middle of that area.
 * @property {number} turn How far it is turned, in degrees.
 * @property {number} long How long it is.
 */

/**
 * A box at the edge of the map: a place for units, or a track.
 * @typedef {object} Box
 * @property {string} id Its own name.
 * @property {"hold"|"track"} kind Whether it holds units or shows a track.
 * @property {string} title Its heading.
 * @property {[number, number]} at Its top left corner.
 * @property {[number, number]} size Its width and height.
 * @property {string} [place] The place whose units lie in it.
 * @property {string} [track] The track that it shows.
 * @property {number} [columns] How many columns a track has; 0: as many as make its cells square.
 * @property {string} [count] A number of the view that is shown large in a box that holds units which nobody may see.
 */

/**
 * A position and the steps on it.
 * @typedef {object} Tour
 * @property {Record<string, any>} position The position, as data that the game reads (docs/vectors.md).
 * @property {number} seed The seed of its dice.
 * @property {Record<string, string>} seats Who sits where: `me`, or a player of the computer.
 * @property {TourStep[]} steps The steps, in order.
 */

/**
 * A step of the tour.
 * @typedef {object} TourStep
 * @property {string} id Its own name.
 * @property {string} title Its heading.
 * @property {string} text What it explains.
 * @property {Pointed} point What it points at.
 * @property {string} [at] The step of the game in which the player decides when this is explained; in any other the tour offers to set it right.
 * @property {(string|Task)[]} await What the player does in this step, in order: actions as text, or `undo`. The tour waits for them or does them.
 */

/**
 * What a step points at.
 * @typedef {object} Pointed
 * @property {"map"|"prompt"|"actions"|"undo"|"duties"|"combat"|"panel"|"replay"} [anchor] A part of the page.
 * @property {string} [tab] A panel to open.
 * @property {string[]} spaces Spaces of the map.
 * @property {string[]} units Units.
 * @property {string} [case] A rule.
 */

/**
 * Something that the player does in a step of the tour.
 * @typedef {object} Task
 * @property {string} act The action as text, or `undo`.
 * @property {string} at The step of the game in which it is done; `done` is called as in this step.
 */

export {};
