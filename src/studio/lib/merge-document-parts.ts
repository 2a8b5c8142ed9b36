export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Merges two versions of a document part by part (three-way merge). Parts that differ between `base` and `mine` come
 * from `mine`, all others from `theirs`.
 */
export function mergeDocumentParts<Parts extends object>(
  theirs: Parts,
  base: Parts,
  mine: Parts,
): Parts {
  const names = Object.keys(theirs) as (keyof Parts)[];
  return Object.fromEntries(
    names.map((name) => [name, isSameJson(mine[name], base[name]) ? theirs[name] : mine[name]]),
  ) as Parts;
}
