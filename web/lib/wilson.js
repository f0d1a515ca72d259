// How sure a share is.

/** For 95 of 100 such intervals the truth lies inside. */
const Z = 1.959964;

/** Wilson's interval for a share of `points` in `n` games, both from 0 to 1. @param {number} points @param {number} n @returns {[number, number]} */
export function wilson(points, n) {
  if (n === 0) return [0, 1];
  const share = points / n;
  const square = Z * Z;
  const middle = (share + square / (2 * n)) / (1 + square / n);
  const reach = (Z / (1 + square / n)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n * n));
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}
