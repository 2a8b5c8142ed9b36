import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ManuscriptSaveResult } from '#domain/studio/admin-articles.ts';
import { createEmptyManuscript, type Manuscript } from '#domain/studio/manuscript.ts';
import { ApiError } from '#ui/lib/api.ts';
import { getPropertyTestRunCount } from '../../../../scripts/test-scope.mjs';
import { AUTOSAVE_DELAY, Autosave } from './autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createManuscript = (title: string): Manuscript => ({
  ...createEmptyManuscript({ category: 'awd', subcategory: 'att' }),
  title,
});

/**
 * Simulates the browser's storage and a server with one article. `connection.state` is the outcome
 * of the next save: with `response-lost`, the save arrives but its response is lost. Like the real
 * server, the simulated one accepts a repeated save.
 */
function openTestEditor() {
  const server = { version: 1, title: '' };
  const localCopy: { current?: { base: number; title: string } } = {};
  const storage = { isFull: false };
  const sent: string[] = [];
  let activeSaves = 0;
  let maxActiveSaves = 0;
  const connection: {
    state: 'up' | 'down' | 'broken' | 'response-lost' | ApiError;
    delay: number;
  } = {
    state: 'up',
    delay: 50,
  };
  const autosave = new Autosave({
    base: 1,
    async save(base, { title }): Promise<ManuscriptSaveResult> {
      sent.push(title);
      maxActiveSaves = Math.max(maxActiveSaves, ++activeSaves);
      await new Promise((resolve) => setTimeout(resolve, connection.delay));
      activeSaves--;
      if (connection.state === 'down') throw new TypeError('Failed to fetch');
      if (connection.state === 'broken') throw new ApiError(503, 'Try again later.');
      if (connection.state instanceof ApiError) throw connection.state;
      if (base === server.version) Object.assign(server, { version: base + 1, title });
      else if (title !== server.title)
        throw new ApiError(409, 'Ada has saved this article in the meantime.');
      if (connection.state === 'response-lost') throw new TypeError('Failed to fetch');
      return { version: server.version, savedAt: new Date().toISOString(), publishAt: null };
    },
    storeLocally: (base, { title }) => {
      if (!storage.isFull) localCopy.current = { base, title };
      return !storage.isFull;
    },
    removeLocal: () => {
      delete localCopy.current;
    },
    onSaved: () => {},
  });
  return {
    autosave,
    server,
    localCopy,
    storage,
    sent,
    connection,
    getMaxActiveSaves: () => maxActiveSaves,
  };
}

test('saves once, shortly after the last key press', async () => {
  const { autosave, server, sent, localCopy } = openTestEditor();
  for (const title of ['O', 'Oc', 'Oct']) {
    autosave.change(createManuscript(title));
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(autosave.state).toEqual({ kind: 'changed' });
  expect(localCopy.current).toEqual({ base: 1, title: 'Oct' });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY);
  expect(autosave.state).toEqual({ kind: 'saved' });
  expect(sent).toEqual(['Oct']);
  expect(server).toEqual({ version: 2, title: 'Oct' });
  expect(localCopy.current).toBeUndefined();
});

test('keeps text typed during a save, and sends it with the next save', async () => {
  const { autosave, server, sent, localCopy, getMaxActiveSaves } = openTestEditor();
  autosave.change(createManuscript('One'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 10);
  expect(autosave.state.kind).toBe('saving');
  autosave.change(createManuscript('Two'));
  await vi.advanceTimersByTimeAsync(50);
  expect(localCopy.current).toEqual({ base: 2, title: 'Two' });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(sent).toEqual(['One', 'Two']);
  expect(server).toEqual({ version: 3, title: 'Two' });
  expect(getMaxActiveSaves()).toBe(1);
});

test('stores text in this browser while offline, and saves it once online', async () => {
  const { autosave, server, localCopy, connection } = openTestEditor();
  connection.state = 'down';
  autosave.change(createManuscript('Written in a tunnel'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(autosave.state).toEqual({ kind: 'offline' });
  autosave.change(createManuscript('Written in a long tunnel'));
  expect(autosave.state).toEqual({ kind: 'offline' });
  expect(localCopy.current!.title).toBe('Written in a long tunnel');
  connection.state = 'up';
  await vi.advanceTimersByTimeAsync(2_200);
  expect(autosave.state).toEqual({ kind: 'saved' });
  expect(server.title).toBe('Written in a long tunnel');
  expect(localCopy.current).toBeUndefined();
});

test('causes no conflict after a lost response, even if more text was typed', async () => {
  const { autosave, server, sent, connection } = openTestEditor();
  connection.state = 'response-lost';
  autosave.change(createManuscript('Before sleep'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(autosave.state).toEqual({ kind: 'offline' });
  autosave.change(createManuscript('After sleep'));
  connection.state = 'up';
  await vi.advanceTimersByTimeAsync(5_000);
  expect(autosave.state).toEqual({ kind: 'saved' });
  expect(sent).toEqual(['Before sleep', 'Before sleep', 'After sleep']);
  expect(server).toEqual({ version: 3, title: 'After sleep' });
});

test('continues to save newer text after a repeated save was rejected', async () => {
  const { autosave, server, connection } = openTestEditor();
  connection.state = 'down';
  autosave.change(createManuscript('Too long'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  autosave.change(createManuscript('Short'));
  connection.state = new ApiError(400, 'A paragraph has 6000 characters at most.');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(autosave.state.kind).toBe('refused');
  connection.state = 'up';
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(server.title).toBe('Short');
});

test('reports that this browser cannot store the text, until it is saved', async () => {
  const { autosave, storage, connection } = openTestEditor();
  const storedStates: boolean[] = [];
  autosave.subscribe(() => storedStates.push(autosave.isStored));
  connection.state = 'down';
  autosave.change(createManuscript('Kept'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect([autosave.state.kind, autosave.isStored]).toEqual(['offline', true]);
  storage.isFull = true;
  autosave.change(createManuscript('Without room'));
  expect([autosave.isStored, storedStates.at(-1)]).toEqual([false, false]);
  connection.state = 'up';
  await vi.advanceTimersByTimeAsync(5_000);
  expect([autosave.state.kind, autosave.isStored]).toEqual(['saved', true]);
});

test('saves once more on leaving the editor, and then stops retrying', async () => {
  const { autosave, server, sent, localCopy, connection } = openTestEditor();
  connection.state = 'down';
  autosave.change(createManuscript('One'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  const stopResult = autosave.stop();
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
  expect(await stopResult).toBe(false);
  expect(sent).toEqual(['One', 'One']);
  expect(localCopy.current).toEqual({ base: 1, title: 'One' });
  connection.state = 'up';
  autosave.start();
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(server).toEqual({ version: 2, title: 'One' });
});

test('retries a failing server with growing delays', async () => {
  const { autosave, sent, connection } = openTestEditor();
  connection.state = 'broken';
  autosave.change(createManuscript('Patience'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 60_000);
  expect(autosave.state).toEqual({ kind: 'offline' });
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.length).toBeLessThan(8);
});

test('sends nothing after somebody else has saved, until the editor resolves the conflict', async () => {
  const { autosave, server, sent, localCopy } = openTestEditor();
  Object.assign(server, { version: 5, title: 'Theirs' });
  autosave.change(createManuscript('Ours'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(autosave.state).toEqual({
    kind: 'conflict',
    message: 'Ada has saved this article in the meantime.',
  });
  autosave.change(createManuscript('Ours, longer'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(['Ours']);
  expect(localCopy.current!.title).toBe('Ours, longer');

  const overwriteResult = autosave.overwrite(5, createManuscript('Ours, longer'));
  await vi.advanceTimersByTimeAsync(100);
  expect(await overwriteResult).toBe(true);
  expect(server).toEqual({ version: 6, title: 'Ours, longer' });

  autosave.change(createManuscript('Never mind'));
  autosave.reset(6);
  expect(localCopy.current).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.title).toBe('Ours, longer');
});

test('reports a conflict if the server has a newer version, but not if the versions are equal', async () => {
  const { autosave, sent } = openTestEditor();
  autosave.checkServerVersion({ version: 1, savedByName: 'Grace' });
  expect([autosave.state.kind, autosave.base]).toEqual(['saved', 1]);
  autosave.checkServerVersion({ version: 2, savedByName: 'Ada' });
  expect(autosave.state).toEqual({
    kind: 'conflict',
    message: 'Ada has saved this article in the meantime.',
  });
  expect(await autosave.flush()).toBe(false);
  autosave.change(createManuscript('Over what nobody has seen'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent, autosave.base]).toEqual([[], 1]);
});

test('shows why the server rejects the text, and retries after the next change', async () => {
  const { autosave, connection, server } = openTestEditor();
  connection.state = new ApiError(400, 'A paragraph has 6000 characters at most.');
  autosave.change(createManuscript('Too long'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 60_000);
  expect(autosave.state).toMatchObject({ kind: 'refused', message: /6000/ });
  connection.state = 'up';
  autosave.change(createManuscript('Short'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(server.title).toBe('Short');
});

test('never loses the last text typed, in any order of keys, delays and failures', async () => {
  const step = fc.oneof(
    fc.record({ write: fc.string({ minLength: 1, maxLength: 4 }) }),
    fc.record({ wait: fc.integer({ min: 1, max: 4_000 }) }),
    fc.record({
      connection: fc.constantFrom(
        'up' as const,
        'down' as const,
        'broken' as const,
        'response-lost' as const,
      ),
    }),
    fc.constant({ flush: true }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { autosave, server, localCopy, connection, getMaxActiveSaves } = openTestEditor();
      let lastTitle = '';
      for (const each of steps) {
        if ('write' in each) {
          lastTitle = each.write;
          autosave.change(createManuscript(lastTitle));
        } else if ('wait' in each) await vi.advanceTimersByTimeAsync(each.wait);
        else if ('connection' in each) connection.state = each.connection;
        else void autosave.flush();
        expect([server.title, localCopy.current?.title]).toContain(lastTitle);
      }
      connection.state = 'up';
      await vi.advanceTimersByTimeAsync(60_000);
      expect(server.title).toBe(lastTitle);
      expect(autosave.state).toEqual({ kind: 'saved' });
      expect(getMaxActiveSaves()).toBeLessThanOrEqual(1);
    }),
    { numRuns: getPropertyTestRunCount(50, 500) },
  );
});
