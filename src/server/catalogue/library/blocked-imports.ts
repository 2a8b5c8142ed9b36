/**
 * An article or author in the content library, with its unique key. An article's key is its URL, and an author's key is
 * the alias.
 */
interface KeyedItem {
  id: string;
  key: string;
}

/**
 * Finds the items in the content library that cannot be imported because another item has their key. Returns a map from
 * the ID of each blocked item to the ID of the item that has the key.
 *
 * `requested` contains the items of the library with their keys. `reserved` contains the items that editors have
 * created or changed in the studio. `current` contains the stored keys of imported items, by item ID. A blocked item
 * keeps its stored key, and may therefore block other items.
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
