export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What one has written, with what somebody else has made meanwhile of the parts one has not touched. */
export function mergeParts<Parts extends object>(theirs: Parts, begun: Parts, mine: Parts): Parts {
  const names = Object.keys(theirs) as (keyof Parts)[];
  return Object.fromEntries(
    names.map((name) => [name, isSameJson(mine[name], begun[name]) ? theirs[name] : mine[name]]),
  ) as Parts;
}
