/** An article or author of the library, with its unique key: the article's URL or the author's alias. */
interface KeyedItem {
  id: string;
  key: string;
}

/**
 * Finds the items of a library that cannot be imported because another item uses their key. Returns a map from the ID
 * of each blocked item to the ID of the item that blocks it.
 *
 * `requested` contains the keys in the library, `reserved` the keys of editor-owned items, and `current` the keys of
 * imported items by ID. A blocked item keeps its current key, so it may itself block other items.
 */
export function findBlockedImports(
  requested: readonly KeyedItem[],
  reserved: readonly KeyedItem[],
  current: ReadonlyMap<string, string>,
): Map<string, string> {
  const holderByKey = new Map(reserved.map(({ id, key }) => [key, id]));
  const blocked = new Map<string, string>();
  for (let previousSize = -1; previousSize < blocked.size; ) {
    previousSize = blocked.size;
    for (const { id, key } of requested) {
      const holder = holderByKey.get(key);
      if (holder === undefined || holder === id || blocked.has(id)) continue;
      blocked.set(id, holder);
      const currentKey = current.get(id);
      if (currentKey !== undefined) holderByKey.set(currentKey, id);
    }
  }
  return blocked;
}
