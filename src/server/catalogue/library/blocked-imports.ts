/** Something that has a place of its own: an article its address, an author their name. */
interface Slot {
  id: string;
  key: string;
}

/**
 * What of the library stays out, since its place is somebody's who stays where they are: its id, with whose place it is.
 * `staying` does, as editors have it. Whoever stays out keeps the place they had before, where there is one, and that
 * may keep others out in turn.
 */
export function findBlockedImports(
  requested: readonly Slot[],
  reserved: readonly Slot[],
  current: ReadonlyMap<string, string>,
): Map<string, string> {
  const taken = new Map(reserved.map(({ id, key }) => [key, id]));
  const blocked = new Map<string, string>();
  for (let known = -1; known < blocked.size; ) {
    known = blocked.size;
    for (const { id, key } of requested) {
      const holder = taken.get(key);
      if (holder === undefined || holder === id || blocked.has(id)) continue;
      blocked.set(id, holder);
      const former = current.get(id);
      if (former !== undefined) taken.set(former, id);
    }
  }
  return blocked;
}
