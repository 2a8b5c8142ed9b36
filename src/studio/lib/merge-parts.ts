export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Merges two versions part by part (three-way merge): keeps the parts of `mine` that differ from `begun`, and takes the
 * others from `theirs`.
 */
export function mergeParts<Parts extends object>(theirs: Parts, begun: Parts, mine: Parts): Parts {
  const names = Object.keys(theirs) as (keyof Parts)[];
  return Object.fromEntries(
    names.map((name) => [name, isSameJson(mine[name], begun[name]) ? theirs[name] : mine[name]]),
  ) as Parts;
}
