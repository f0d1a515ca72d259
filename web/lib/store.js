// Values that tell when they change, and those that are remembered between visits.

/**
 * @template T
 * @typedef {{ get(): T, set(value: T): void, watch(listener: (value: T) => void): () => void }} Signal
 */

/**
 * @template T
 * @param {T} value
 * @returns {Signal<T>}
 */
export function signal(value) {
  /** @type {Set<(value: T) => void>} */
  const listeners = new Set();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener(value);
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * A signal whose value survives a reload; a value that is not offered any more is forgotten.
 * @template {string} T
 * @param {string} name @param {readonly T[]} offered @param {T} fallback
 * @returns {Signal<T>}
 */
export function remembered(name, offered, fallback) {
  const kept = read(name);
  const own = signal(offered.find((value) => value === kept) ?? fallback);
  own.watch((value) => write(name, value));
  return own;
}

/** @param {string} name */
export function read(name) {
  try {
    return localStorage.getItem(`daeguk.${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function write(name, value) {
  try {
    localStorage.setItem(`daeguk.${name}`, value);
  } catch {
    // A browser without storage plays on; it only forgets the settings.
  }
}
