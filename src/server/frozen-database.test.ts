import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './platform/db/database.ts';
import { openDatabase } from './platform/db/open.ts';
import { fillWithLibrary, type TestApp, testApp } from './testing/app.ts';
import { addressOf, testDatabases } from './testing/databases.ts';
import { type Relay, relayTo } from './testing/relay.ts';

const databases = await testDatabases();

/** Milliseconds within which everybody is answered, and what a busy machine may add. */
const [LONGEST, MARGIN] = [5000, 1000];

// The embedded one is a part of the process: it cannot stop alone.
describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))(
  'while $name says nothing',
  ({ open }) => {
    let behind: Database;
    let relay: Relay;
    let test: TestApp;
    let address: string;

    beforeAll(async () => {
      behind = await open();
      await fillWithLibrary(behind);
      relay = await relayTo(await addressOf(behind));
      const database = await openDatabase({ url: relay.url });
      test = await testApp(database, {}, undefined, undefined, { longestAnswer: 4500 });
      const { data } = (await test.app.inject('/api/v1/articles?limit=2')).json();
      address = data.metas[1].path;
      await test.app.inject('/about');
      relay.freeze();
    });
    afterAll(async () => {
      relay.thaw();
      await test.close();
      await relay.close();
      await behind.close();
    });

    const timed = async (url: string, headers: Record<string, string> = {}) => {
      const since = performance.now();
      const response = await test.app.inject({ url, headers });
      return { response, took: performance.now() - since };
    };

    it('what has been made is sent as ever', async () => {
      const { response, took } = await timed('/about');
      expect(response.statusCode).toBe(200);
      expect(took).toBeLessThan(MARGIN);
    });

    it('pages, calls and probes say so in time, all at once too', async () => {
      const cookie = `__Host-session=${'a'.repeat(43)}; session=${'a'.repeat(43)}`;
      const answers = await Promise.all([
        timed(address),
        timed(`/page-payload${address}`),
        timed('/api/v1/articles?limit=7'),
        timed('/api/v1/search?q=calendar'),
        timed('/api/v1/bookmarks', { cookie }),
        timed('/profile', { cookie }),
        ...Array.from({ length: 20 }, (_, at) => timed(`/api/v1/articles?limit=${at + 10}`)),
      ]);
      for (const { response, took } of answers) {
        expect(response.statusCode, response.body.slice(0, 200)).toBe(503);
        expect(response.headers['retry-after']).toBeDefined();
        expect(took).toBeLessThan(LONGEST + MARGIN);
      }
      const probe = await timed('/health', { accept: 'application/json' });
      expect(probe.response.statusCode).toBe(503);
    });

    it('nothing is lost: when it speaks again, everything is answered', async () => {
      relay.thaw();
      await expect.poll(async () => (await timed(address)).response.statusCode).toBe(200);
      expect((await timed('/api/v1/search?q=calendar')).response.statusCode).toBe(200);
    });
  },
);
