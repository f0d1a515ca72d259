// What a table needs of its game, wherever the game is held: on a server, in the browser, in a lesson.

/** @typedef {import('./link.js').State} State */
/** @typedef {import('./api.js').Refused} Refused */

/**
 * It tells `state` (detail: what has happened), `here` (who is connected), `link` (online or not), `talk` (detail: what was said) and
 * `gone` (there is no such game) as events.
 * @typedef {object} GameLink
 * @property {State | null} state as it is known now
 * @property {number} told when the clock of the state was told, by our own clock
 * @property {boolean} online
 * @property {(message: Record<string, unknown>) => Promise<void>} send a message of the protocol; rejected with what refused it
 * @property {(message: Record<string, unknown>) => Promise<any>} ask the same for what is answered with more than a word
 * @property {(action: string) => Promise<Refused | null>} explain why an action is not legal; nothing if it is
 * @property {(from: number, to: number) => Promise<{ positions: { n: number, view: any }[] }>} positions the views after so many deeds
 * @property {(format: string) => Promise<Blob>} record
 * @property {() => void} close
 * @property {EventTarget['addEventListener']} addEventListener
 */

export {};
