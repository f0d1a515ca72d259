// What a game's drawing gives to the board. A drawing knows geometry, pieces and the spelling of
// actions; it knows no rules and touches no element. `board.js` alone turns this into SVG.

/** @typedef {[number, number]} Spot a point of the drawing, in the units of `Ground.box` */

/**
 * @typedef {object} Shape one SVG element as data
 * @property {'path' | 'circle' | 'rect' | 'line' | 'text' | 'g' | 'ellipse'} tag
 * @property {Record<string, string | number>} [at] its attributes; colors come from classes
 * @property {string} [text]
 * @property {string} [lang] the language of the text, so that the right glyphs are chosen
 * @property {string} [title] what is told to whoever points at it
 * @property {Shape[]} [inside]
 */

/** @typedef {'up' | 'down' | 'left' | 'right'} Way */

/**
 * @typedef {object} Cell a place that can be pointed at: a point, a square, a triangle, a man in hand
 * @property {string} id as actions write it
 * @property {Spot[]} polygon what a click must hit
 * @property {Spot} center where a piece stands and marks are drawn
 * @property {number} radius of marks around the center
 * @property {number} row cells of a row are read together, from top to bottom
 * @property {Partial<Record<Way, string>>} near where the arrow keys go, as seen on the screen
 * @property {string} name the spoken name of the place
 * @property {string} [kind] a class for the style
 * @property {string} [title] what is told to whoever points at it
 */

/**
 * @typedef {object} Ground
 * @property {[number, number, number, number]} box the view box
 * @property {Shape[]} shapes what lies under everything
 * @property {Cell[]} cells
 * @property {Solid[]} [solids] what stands among the pieces and may hide them, such as blocks
 */

/** @typedef {{ z: number, id?: string, shapes: Shape[] }} Solid with an id it can be moved by an effect */

/**
 * @typedef {object} Piece
 * @property {string} id what it is, such as `R`; equal pieces may share it
 * @property {string} at the cell where it stands
 * @property {Shape[]} shapes drawn around 0,0
 * @property {string} kind classes for the style
 * @property {number} [turn] degrees, for pieces that face
 * @property {number} [z] greater is nearer to the eye
 * @property {Spot} [shift] from the cell's center
 * @property {string} name the spoken name with its owner
 * @property {number | null} seat whom it obeys; the own pieces can be picked up even where they cannot go, and ahead of one's turn
 */

/**
 * @typedef {object} Mark
 * @property {string} kind `last-from`, `last-to`, `check`, `danger` or a kind of the game's own style
 * @property {string} at the cell
 * @property {string} [name] what a listener is told about the cell
 * @property {Shape[]} [shapes] drawn around the cell's center instead of the usual mark
 * @property {Shape[]} [floor] drawn there too, but on the ground: what is nearer to the eye hides it
 * @property {number} [z] how near the floor is to the eye
 */

/**
 * @typedef {object} Look how the board is to be seen
 * @property {number} bottom the seat that sits at the bottom
 * @property {'hanja' | 'hangul' | 'picture'} set
 * @property {boolean} compact on a narrow screen
 * @property {boolean} coordinates
 * @property {'ko' | 'en' | 'ja'} language
 * @property {boolean} names whether pieces carry their names as well
 * @property {string} [mode] a way of seeing that a game offers, such as `flat`
 * @property {number} [turn] quarter turns to the right, where a game offers them
 * @property {'cho' | 'han'} [frame] from whose side coordinates are counted, where a game has both
 */

/** @typedef {{ from: string | null, to: string | null }} Travel */

/**
 * @typedef {object} Effect something that moves for a moment and leaves nothing behind
 * @property {string} [thing] what moves: `piece:e4`, or `solid:` and the id of a solid
 * @property {Shape[]} [shapes] or what is drawn only for the while
 * @property {Keyframe[]} frames
 * @property {number} ms
 * @property {number} [delay]
 */

/**
 * @typedef {object} PanelItem a step that is no cell, as a button beside the board
 * @property {string} step
 * @property {string} label
 * @property {string} [about] what it does
 * @property {'can' | 'cannot' | 'spent' | 'soon' | 'on'} state
 * @property {Shape[]} [shapes] a picture in a box of 100 around 0,0
 */

/**
 * @typedef {object} Panel what is told and offered about the piece that is picked
 * @property {string} title
 * @property {string} [about]
 * @property {string[]} facts
 * @property {PanelItem[]} items
 */

/** @typedef {{ label: string, values: string[] }} Count one line of the statistics, a value for each seat */

/**
 * @template V
 * @typedef {object} Drawing
 * @property {string} kind
 * @property {readonly string[]} seats the seats' names, as the server writes them
 * @property {(view: V, look: Look) => Ground} ground
 * @property {(view: V, look: Look) => Piece[]} pieces
 * @property {(view: V, look: Look) => Mark[]} marks what is to be seen besides the pieces; the last move too, if the view knows it
 * @property {(action: string, view: V) => string[]} steps the gesture that makes an action: cells, hands, and last perhaps a choice such as `+` (choices are not cells)
 * @property {(steps: string[], view: V) => string | null} attempt the action that steps mean that are not legal, to ask which rule forbids it
 * @property {(action: string, view: V) => Travel} travel which way a piece goes, for the animation and the last move
 * @property {(view: V, action: string) => V} after the view as it will look, until the server has answered
 * @property {(action: string, view: V, look: Look) => string} notation an action as the move list writes it; `view` is the one before it
 * @property {(action: string, view: V) => string} spoken an action as a sentence
 * @property {(choice: string, view: V, steps: string[]) => Option} [choice] how a choice looks
 * @property {(action: string) => boolean} [isButton] actions that have a button and no gesture, such as a pass
 * @property {string[]} [modes] the ways of seeing that the game offers, the first is usual
 * @property {(view: V, seat: number, look: Look) => Plate} plate what is told beside a seat's name
 * @property {(view: V) => string} [explain] why it is whose turn, or what must be answered, if that needs a word
 * @property {(before: V, view: V) => { key: string, seat?: string } | null} [call] the call that a new position deserves, such as `check`, and whom it befalls if that must be said
 * @property {(reason: string, view: V) => boolean} [isMate] whether an ending has the board for a moment before the result
 * @property {(view: V, reason: string) => string} [tally] the points, where a result or an offer to count needs them
 * @property {(options: Record<string, string>) => string} [drawWord] the key of what ending by agreement is called
 * @property {(view: V, seat: number, options: Record<string, string>) => boolean} [resigns] whether a seat may resign now, where the rules limit that
 * @property {(view: V, seat: number) => boolean} [isOut] whether a seat is out of a game that goes on
 * @property {boolean} [spaceEnds] whether the space bar presses the game's own button
 * @property {number} [queue] how many actions may be laid ready, if more than one
 * @property {(wish: string, legal: string[], view: V) => string | null} [settle] the legal action that one laid ready means now
 * @property {(action: string, view: V) => Travel} [aims] what is marked of an action laid ready, if not its way
 * @property {(view: V) => boolean} [isLaid] whether the board that the players make is made
 * @property {(view: V) => { label: string, match: (action: string) => boolean } | null} [chance] what may be left to chance now
 * @property {(action: string, refused: { code: string, message: string }, view: V) => string[]} [culprits] the cells that a refusal is about
 * @property {(action: string, refused: { code: string, message: string }, view: V) => string | null} [why] the key of a sentence that says a refusal more exactly
 * @property {(last: string, next: string) => boolean} [joins] whether two deeds of a seat stand in one line of the list
 * @property {(view: V) => 'small' | 'large'} [panelRoom] how much room the panel keeps, so that nothing moves when it fills
 * @property {string} [smallMode] the way of seeing to begin with on small screens
 * @property {(view: V, steps: string[], next: Set<string>, look: Look) => { name: string, how: string } | null} [brief] the panel in one line, where there is no room for it
 * @property {'deploy'} [openingForm] a form of its own for the opening
 * @property {(value: string, seat: number, look: Look) => Option} [opening] how an opening choice looks
 * @property {(view: V, look: Look) => Move[]} [buttons] actions without a gesture, and how their buttons are labeled
 * @property {number} [turns] into how many directions the board can be turned, if not one for each seat
 * @property {boolean} [ownLast] whether the ground shows the last move itself
 * @property {(step: string) => boolean} [far] whether a step may be passed over by pointing at a later one; it is taken too
 * @property {(step: string) => boolean} [aside] whether a step that is no cell is offered by the panel rather than beside the cell
 * @property {(legal: string[], view: V) => import('./gesture.js').Spelled[]} [spell] all gestures, where an action has more than one
 * @property {(action: string, view: V) => boolean} [waits] whether an action is not done before it is chosen once more
 * @property {(steps: string[], step: string, view: V, look: Look) => { kind: string, name: string, shapes?: Shape[], floor?: Shape[], z?: number }} [target] how a possible next cell is marked
 * @property {(step: string, view: V, look: Look) => Mark[]} [beginning] how a cell is marked where a gesture may begin
 * @property {(steps: string[], view: V, look: Look) => Mark[]} [trace] how the steps so far are marked
 * @property {(action: string, before: V, view: V, look: Look) => Effect[]} [effects] what moves besides the piece that travels
 * @property {(foreseen: V, view: V, look: Look) => Effect[]} [aftermath] what moves when an own action, shown at once, turns out otherwise than foreseen
 * @property {(view: V, look: Look) => Effect[]} [finale] how a game is cleared away
 * @property {(view: V, steps: string[], next: Set<string>, look: Look) => Panel | null} [panel] what is offered besides cells
 * @property {(action: string, view: V) => string | null} [warn] a question to ask before an action is done
 * @property {(view: V, step: string) => { name: string, how: string } | null} [lesson] how a piece moves, for whoever picks it up
 * @property {(view: V) => boolean} [secret] whether the seats see different things, so that a shared screen must be handed over covered
 * @property {(view: V, deeds: { seat: number | null, text: string }[], told?: any) => Count[]} [summary] statistics for the result; `told` is what the server counted
 */

/** @typedef {{ label: string, shapes: Shape[], box: [number, number, number, number] }} Option */

/**
 * @typedef {object} Plate
 * @property {Shape[]} badge a small piece that stands for the seat, in a box of 100 around 0,0
 * @property {string} [score]
 * @property {string} [note] a word about the score
 * @property {{ shapes: Shape[], name: string }[]} [trophies] what the seat has captured
 * @property {string} [state] what befalls it, such as check
 * @property {boolean} [out] whether it is out of the game
 */

/** @typedef {{ match: (action: string) => boolean, label: string, icon: import('../lib/icons.js').IconName, strong?: boolean, rare?: boolean }} Move a rare one is shown only where it is legal */

export {};
