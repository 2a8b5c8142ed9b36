import { vi } from 'vitest';

const ORIGIN = 'https://octavo.test';

const getPath = (request: string | { url: string }) => {
  const { pathname, search } = new URL(typeof request === 'string' ? request : request.url, ORIGIN);
  return pathname + search;
};

/** A fake of the browser's `Cache`, which stores responses by path. */
class FakeCache {
  readonly entries = new Map<string, Response>();
  readonly #storage: FakeCacheStorage;

  constructor(storage: FakeCacheStorage) {
    this.#storage = storage;
  }

  match = async (request: string | { url: string }) =>
    this.entries.get(getPath(request))?.clone() ?? undefined;
  put = async (request: string | { url: string }, response: Response) => {
    const path = getPath(request);
    if (this.#storage.full.test(path))
      throw new DOMException('There is no room.', 'QuotaExceededError');
    // Reads the whole body first, as browsers do before they store a response.
    const { status, headers } = response;
    this.entries.set(path, new Response(await response.arrayBuffer(), { status, headers }));
  };
  delete = async (request: string | { url: string }) => this.entries.delete(getPath(request));
  keys = async () => [...this.entries.keys()].map((path) => ({ url: ORIGIN + path }));
}

/** A fake of the browser's `CacheStorage`. It replaces `caches` until the test restores the globals. */
export class FakeCacheStorage {
  readonly stored = new Map<string, FakeCache>();
  /** Pattern for paths whose responses cannot be stored, as if the storage were full. */
  full = /^never$/;

  constructor() {
    vi.stubGlobal('caches', this);
  }

  keys = async () => [...this.stored.keys()];
  has = async (name: string) => this.stored.has(name);
  delete = async (name: string) => this.stored.delete(name);
  open = async (name: string) => {
    const cache = this.stored.get(name) ?? new FakeCache(this);
    this.stored.set(name, cache);
    return cache;
  };

  /** Lists the paths of the responses in a cache, in alphabetical order. */
  listPaths(name: string): string[] {
    return [...(this.stored.get(name)?.entries.keys() ?? [])].sort();
  }
}

/** A fake of the browser's `LockManager`. Only one caller at a time holds a lock. */
export class FakeLockManager {
  readonly #lastByName = new Map<string, Promise<unknown>>();

  request = async <Result>(
    name: string,
    ...[options, work]: [{ signal?: AbortSignal }, () => Promise<Result>] | [() => Promise<Result>]
  ): Promise<Result> => {
    if (typeof options === 'function') return this.request(name, {}, options);
    const previous = this.#lastByName.get(name) ?? Promise.resolve();
    const result = previous.then(() => {
      options.signal?.throwIfAborted();
      return work!();
    });
    this.#lastByName.set(
      name,
      result.catch(() => {}),
    );
    return result;
  };
}
