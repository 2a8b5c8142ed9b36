import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/**
 * The maximum total size of all entries, in characters of JSON. Above the limit, the least recently used entries are
 * evicted.
 */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Creates an in-memory storage adapter of limited size for oidc-provider. The adapter stores sign-ins in progress,
 * grants, codes and tokens.
 */
export function createBoundedStorageAdapter(capacity = MAX_CHARACTERS): AdapterFactory {
  const entries = new LRUCache<string, AdapterPayload>({
    maxSize: capacity,
    sizeCalculation: (payload, key) => key.length + JSON.stringify(payload).length,
  });
  return (model) => createAdapter(model, entries);
}

function createAdapter(model: string, entries: LRUCache<string, AdapterPayload>): Adapter {
  const formatKey = (id: string) => `${model}:${id}`;
  return {
    async upsert(id, payload, expiresIn) {
      entries.set(formatKey(id), payload, expiresIn ? { ttl: expiresIn * 1000 } : {});
    },
    async find(id) {
      return entries.get(formatKey(id));
    },
    async findByUid(uid) {
      return entries.find((payload, key) => key.startsWith(formatKey('')) && payload.uid === uid);
    },
    // User codes exist only in the device flow, which this provider does not support.
    async findByUserCode() {
      return undefined;
    },
    async consume(id) {
      const payload = entries.get(formatKey(id));
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(formatKey(id));
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of entries.entries())
        if (payload.grantId === grantId) entries.delete(key);
    },
  };
}
