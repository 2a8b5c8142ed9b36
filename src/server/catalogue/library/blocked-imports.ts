/** An item and the unique key it uses or wants: an article's URL, an author's alias. */
interface Slot {
  id: string;
  key: string;
}

/**
 * Finds the items of a library that cannot be imported because another item keeps their key. Returns the blocking
 * item's id by the blocked item's id. `reserved` keys belong to editor-owned items. A blocked item keeps its `current`
 * key, which may block others in turn.
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
