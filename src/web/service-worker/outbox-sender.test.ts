import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { READER_ID_HEADER } from '#domain/offline.ts';
import type { OutboxStatus } from '#web/lib/outbox-messages.ts';
import { getPropertyTestRunCount } from '../../../scripts/test-scope.mjs';
import type { Outbox } from './outbox.ts';
import { OutboxSender } from './outbox-sender.ts';
import type { ActionRequest } from './waiting-action.ts';

/** States of the network and the server. With `lost`, the server receives a request, but its response is lost. */
type Behavior = 'online' | 'offline' | 'lost' | 'failing' | 'busy';

/** Simulates a browser, and a server that stores bookmarks and kept lines. */
class FakeBrowser {
  behavior: Behavior = 'online';
  reader: string | undefined = 'ada';
  /** The reader who is signed in on the server. */
  session: string | undefined = 'ada';
  maxBookmarks = Number.POSITIVE_INFINITY;
  bookmarks = new Set<string>();
  /** The server's IDs for the kept lines (saved passages), by text. */
  lines = new Map<string, string>();
  /** The texts of the kept lines (saved passages) that were removed, by ID. */
  removedLines = new Map<string, string>();
  /** Requests that the server has carried out, in order. */
  carriedOut: string[] = [];
  statuses: (OutboxStatus & { savedBy: string | undefined })[] = [];
  syncs = 0;
  stored: Outbox | undefined;
  readonly #locks = new Map<string, Promise<unknown>>();

  /**
   * Creates the outbox sender of another service worker. All workers of the simulated browser share its storage and
   * locks.
   */
  createSender(): OutboxSender {
    return new OutboxSender({
      load: async () => structuredClone(this.stored),
      save: async (outbox) => {
        this.stored = structuredClone(outbox);
      },
      readReaderId: async () => this.reader,
      lock: (name, work) => {
        const result = (this.#locks.get(name) ?? Promise.resolve()).then(work);
        this.#locks.set(
          name,
          result.catch(() => {}),
        );
        return result;
      },
      fetch: this.fetch,
      announce: async (status, savedBy) => void this.statuses.push({ ...status, savedBy }),
      requestSync: () => void this.syncs++,
    });
  }

  fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', body } = init;
    const reader = new Headers(init.headers).get(READER_ID_HEADER) ?? this.session;
    if (this.behavior === 'offline') throw new TypeError('Failed to fetch');
    if (this.behavior === 'failing') return respond(503, { error: 'Sorry.' });
    if (this.behavior === 'busy') return respond(429, { error: 'Wait.' }, { 'retry-after': '60' });
    if (!this.session || reader !== this.session) return respond(401, { error: 'Sign in first.' });
    const response = this.#carryOut(method, path, body as string | null | undefined);
    if (this.behavior === 'lost') throw new TypeError('Failed to fetch');
    return response;
  };

  #carryOut(method: string, path: string, body: string | null | undefined): Response {
    if (path === '/bookmarks/ids') return respond(200, { data: { ids: [...this.bookmarks] } });
    if (path === '/users/me/following') return respond(200, { data: { authors: [] } });
    this.carriedOut.push(`${method} ${path}`);
    const [, , alias, id, resource] = path.split('/');
    if (resource === 'bookmark') return this.#changeBookmark(method, `${alias}:${id}`);
    if (resource === 'lines') {
      const { text } = JSON.parse(body!);
      const lineId = this.lines.get(text) ?? `line-${this.carriedOut.length}`;
      this.lines.set(text, lineId);
      return respond(200, { data: { id: lineId, text } });
    }
    return this.#changeLine(method, alias!);
  }

  #changeLine(method: string, id: string): Response {
    const [from, text] =
      method === 'PUT'
        ? ['removed', this.removedLines.get(id)]
        : ['kept', [...this.lines].find(([, lineId]) => lineId === id)?.[0]];
    if (text === undefined) return respond(204);
    if (from === 'removed') {
      this.removedLines.delete(id);
      this.lines.set(text, id);
    } else {
      this.lines.delete(text);
      this.removedLines.set(id, text);
    }
    return respond(204);
  }

  #changeBookmark(method: string, key: string): Response {
    if (method === 'DELETE') this.bookmarks.delete(key);
    else if (!this.bookmarks.has(key) && this.bookmarks.size >= this.maxBookmarks)
      return respond(403, { error: `You have ${this.maxBookmarks} bookmarks.` });
    else this.bookmarks.add(key);
    return respond(204);
  }
}

function respond(status: number, body?: object, headers: Record<string, string> = {}): Response {
  return new Response(body ? JSON.stringify(body) : null, { status, headers });
}

let browser: FakeBrowser;
let sender: OutboxSender;

beforeEach(() => {
  vi.useFakeTimers();
  browser = new FakeBrowser();
  sender = browser.createSender();
  return () => void vi.useRealTimers();
});

const perform = (method: 'PUT' | 'DELETE', path: string, body?: object, performer = sender) => {
  const request: ActionRequest = { method, path, body: body ? JSON.stringify(body) : '' };
  const forward = (newPath: string) => browser.fetch(newPath, { method, body: request.body });
  return performer.perform(request, forward, 'page');
};
const bookmark = (id: string) => perform('PUT', `/articles/Ada/${id}/bookmark`);
const removeBookmark = (id: string) => perform('DELETE', `/articles/Ada/${id}/bookmark`);
const keepLine = async (text: string) =>
  (await (await perform('PUT', '/articles/Ada/one/lines', { text })).json()).data;

describe('while the server can be reached', () => {
  it('an action is forwarded, and its response returned', async () => {
    browser.maxBookmarks = 1;
    expect((await bookmark('one')).status).toBe(204);
    expect((await bookmark('two')).status).toBe(403);
    expect(browser.stored?.waiting).toEqual([]);
    expect(browser.statuses).toEqual([]);
  });

  it('an action waits behind earlier ones that the server cannot handle yet', async () => {
    browser.behavior = 'offline';
    await bookmark('one');
    browser.behavior = 'busy';
    await sender.sendAll();
    browser.behavior = 'online';
    expect((await removeBookmark('one')).status).toBe(202);
    await bookmark('two');
    expect(browser.carriedOut).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect((await bookmark('three')).status).toBe(204);
    expect(browser.carriedOut.map((each) => each.split(' ')[0])).toEqual(['DELETE', 'PUT', 'PUT']);
    expect([...browser.bookmarks]).toEqual(['Ada:two', 'Ada:three']);
  });
});

describe('without a network', () => {
  beforeEach(() => {
    browser.behavior = 'offline';
  });

  it('an action is confirmed, counted and announced to its page', async () => {
    const response = await bookmark('one');
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ data: { isWaiting: true } });
    expect(browser.statuses).toEqual([
      { type: 'outbox', waiting: 1, isEmpty: false, hasRefusals: false, savedBy: 'page' },
    ]);
    expect(browser.syncs).toBe(1);
  });

  it('a report waits without an announcement', async () => {
    await perform('PUT', '/articles/Ada/one/reading', { section: 'end', readAgo: 0 });
    expect(browser.statuses).toEqual([
      { type: 'outbox', waiting: 0, isEmpty: false, hasRefusals: false, savedBy: undefined },
    ]);
  });

  it('a request that cannot wait fails, and so does one of a signed-out visitor', async () => {
    await expect(perform('PUT', '/articles/Ada/one/report', {})).rejects.toThrow(TypeError);
    browser.reader = undefined;
    await expect(bookmark('one')).rejects.toThrow(TypeError);
    expect(browser.stored).toBeUndefined();
  });

  it('an action fails if the outbox is full', async () => {
    for (let index = 0; index < 200; index++) await bookmark(String(index));
    await expect(bookmark('more')).rejects.toThrow(TypeError);
  });

  it('the sets of the reader are the last known ones, changed by waiting actions', async () => {
    browser.behavior = 'online';
    browser.bookmarks.add('Ada:one');
    await sender.report(false);
    await removeBookmark('one');
    await bookmark('two');
    browser.behavior = 'offline';
    await bookmark('three');
    const read = () => sender.read('/bookmarks/ids', () => browser.fetch('/bookmarks/ids'));
    expect(await (await read()).json()).toEqual({ data: { ids: ['Ada:three', 'Ada:two'] } });
    browser.reader = 'ben';
    await expect(read()).rejects.toThrow(TypeError);
  });
});

describe('once the server can be reached again', () => {
  it('each action is sent once and in order, even by several workers', async () => {
    browser.behavior = 'offline';
    for (const id of ['one', 'two', 'three']) await bookmark(id);
    browser.behavior = 'online';
    const workers = [sender, browser.createSender(), browser.createSender()];
    expect(await Promise.all(workers.map((worker) => worker.sendAll()))).toEqual([
      true,
      true,
      true,
    ]);
    expect(browser.carriedOut).toEqual(
      ['one', 'two', 'three'].map((id) => `PUT /articles/Ada/${id}/bookmark`),
    );
    expect(browser.statuses.at(-1)).toMatchObject({ waiting: 0, isEmpty: true });
    expect(browser.statuses.at(-1)!.sent).toHaveLength(3);
  });

  it('a refusal is given to one page, and the rest is sent', async () => {
    browser.behavior = 'offline';
    for (const id of ['one', 'two', 'three']) await bookmark(id);
    await keepLine('A line.');
    browser.behavior = 'online';
    browser.maxBookmarks = 1;
    expect((await sender.report(false))!.refusals).toEqual([]);
    expect(browser.statuses.at(-1)).toMatchObject({ hasRefusals: true, waiting: 0 });
    const { refusals } = (await sender.report(true))!;
    expect(refusals!.map(({ path, message }) => [path, message])).toEqual([
      ['/articles/Ada/two/bookmark', 'You have 1 bookmarks.'],
      ['/articles/Ada/three/bookmark', 'You have 1 bookmarks.'],
    ]);
    expect([...browser.lines.keys()]).toEqual(['A line.']);
    expect((await sender.report(true))!.refusals).toEqual([]);
  });

  it('nothing is sent until the end of the pause that the server has asked for', async () => {
    browser.behavior = 'offline';
    await bookmark('one');
    browser.behavior = 'busy';
    expect(await sender.sendAll()).toBe(false);
    browser.behavior = 'online';
    vi.advanceTimersByTime(59_000);
    expect(await sender.sendAll()).toBe(false);
    expect(browser.carriedOut).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(await sender.sendAll()).toBe(true);
  });

  it('a line that was kept and removed again is removed with the ID that it got', async () => {
    browser.behavior = 'lost';
    const { id } = await keepLine('A line.');
    expect([...browser.lines.keys()]).toEqual(['A line.']);
    browser.behavior = 'offline';
    await perform('DELETE', `/lines/${id}`);
    browser.behavior = 'online';
    await sender.sendAll();
    expect([...browser.lines.keys()]).toEqual([]);
  });

  it.each<[string, Behavior, () => Promise<unknown>]>([
    ['at once', 'online', async () => {}],
    ['by a page that missed that it was sent', 'online', () => sender.sendAll()],
    ['without a network', 'offline', () => sender.sendAll()],
  ])('a line that was kept can be removed %s', async (_, behavior, send) => {
    browser.behavior = 'offline';
    const { id } = await keepLine('A line.');
    browser.behavior = 'online';
    await send();
    browser.behavior = behavior;
    await perform('DELETE', `/lines/${id}`);
    browser.behavior = 'online';
    expect(await sender.sendAll()).toBe(true);
    expect([...browser.lines.keys()]).toEqual([]);
  });

  it('a line whose removal was undone is still there', async () => {
    const { id } = await keepLine('A line.');
    browser.behavior = 'offline';
    await perform('DELETE', `/lines/${id}`);
    expect(await (await perform('PUT', `/lines/${id}`)).json()).toEqual({
      data: { isWaiting: true },
    });
    browser.behavior = 'online';
    await sender.sendAll();
    expect([...browser.lines.keys()]).toEqual(['A line.']);
    expect(browser.carriedOut.slice(1)).toEqual([`PUT /lines/${id}`]);
  });

  it('nothing is sent for another reader or after the end of the session', async () => {
    for (const session of ['ben', undefined]) {
      Object.assign(browser, { behavior: 'offline', reader: 'ada', session: 'ada' });
      await bookmark('one');
      Object.assign(browser, { behavior: 'online', session });
      await sender.sendAll();
      expect(browser.stored!.waiting).toEqual([]);
    }
    expect(browser.carriedOut).toEqual([]);
  });

  it('nothing is left of a reader who has signed out', async () => {
    browser.behavior = 'offline';
    await bookmark('one');
    browser.reader = undefined;
    await sender.removeForeignData();
    expect(browser.stored).toBeUndefined();
    browser.reader = 'ada';
    browser.behavior = 'online';
    await sender.sendAll();
    expect(browser.carriedOut).toEqual([]);
  });
});

it('brings the server to the state that the reader has seen, regardless of lost requests and responses', async () => {
  const step = fc.oneof(
    fc.record({
      method: fc.constantFrom('PUT' as const, 'DELETE' as const),
      id: fc.constantFrom('one', 'two', 'three'),
    }),
    fc.record({
      text: fc.constantFrom('A line.', 'Another line.'),
      change: fc.constantFrom('keep' as const, 'remove' as const, 'restore' as const),
    }),
    fc.record({
      behavior: fc.constantFrom<Behavior>('online', 'offline', 'lost', 'failing', 'busy'),
    }),
    fc.constant('send' as const),
    fc.constant('wait' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      browser = new FakeBrowser();
      sender = browser.createSender();
      const bookmarks = new Set<string>();
      /** The IDs under which the page knows the reader's kept lines (saved passages), by text. */
      const lines = new Map<string, string>();
      /** The IDs of the kept lines (saved passages) that the reader removed and can restore, by text. */
      const removed = new Map<string, string>();
      const updateLines = () => {
        for (const { id, lineId } of browser.statuses.splice(0).flatMap(({ sent = [] }) => sent))
          for (const idsByText of [lines, removed])
            for (const [text, knownId] of idsByText)
              if (knownId === id) idsByText.set(text, lineId!);
      };
      for (const each of steps) {
        if (each === 'send') await sender.sendAll();
        else if (each === 'wait') vi.advanceTimersByTime(90_000);
        else if ('behavior' in each) browser.behavior = each.behavior;
        else if ('id' in each) {
          const { method, id } = each;
          const { ok } = await perform(method, `/articles/Ada/${id}/bookmark`);
          if (ok && method === 'PUT') bookmarks.add(`Ada:${id}`);
          if (ok && method === 'DELETE') bookmarks.delete(`Ada:${id}`);
        } else if (each.change === 'keep') {
          const response = await perform('PUT', '/articles/Ada/one/lines', { text: each.text });
          if (response.ok) lines.set(each.text, (await response.json()).data.id);
          if (response.ok) removed.delete(each.text);
        } else {
          const [from, to, method] =
            each.change === 'remove'
              ? ([lines, removed, 'DELETE'] as const)
              : ([removed, lines, 'PUT'] as const);
          const id = from.get(each.text);
          if (id && (await perform(method, `/lines/${id}`)).ok) {
            from.delete(each.text);
            to.set(each.text, id);
          }
        }
        updateLines();
      }
      browser.behavior = 'online';
      vi.advanceTimersByTime(3_600_000);
      expect(await sender.sendAll()).toBe(true);
      expect([...browser.bookmarks].sort()).toEqual([...bookmarks].sort());
      expect([...browser.lines.keys()].sort()).toEqual([...lines.keys()].sort());
    }),
    { numRuns: getPropertyTestRunCount(100, 2000) },
  );
});
