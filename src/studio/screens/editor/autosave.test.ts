import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ManuscriptSaveResult } from '#domain/studio/admin-articles.ts';
import { createEmptyManuscript, type Manuscript } from '#domain/studio/manuscript.ts';
import { ApiError } from '#ui/lib/api.ts';
import { propertyRuns } from '../../../../scripts/test-scope.mjs';
import { AUTOSAVE_DELAY, Autosave } from './autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const titled = (title: string): Manuscript => ({
  ...createEmptyManuscript({ category: 'awd', subcategory: 'att' }),
  title,
});

/**
 * Simulates the browser's storage and a server with one article. `line.state` is the outcome of the next save: with
 * `deaf`, the save arrives but its response is lost. Like the real server, the simulated one accepts a repeated save.
 */
function editor() {
  const server = { version: 1, title: '' };
  const kept: { current?: { base: number; title: string } } = {};
  const storage = { isFull: false };
  const sent: string[] = [];
  let flying = 0;
  let mostFlying = 0;
  const line: { state: 'up' | 'down' | 'broken' | 'deaf' | ApiError; delay: number } = {
    state: 'up',
    delay: 50,
  };
  const autosave = new Autosave({
    base: 1,
    async save(base, { title }): Promise<ManuscriptSaveResult> {
      sent.push(title);
      mostFlying = Math.max(mostFlying, ++flying);
      await new Promise((resolve) => setTimeout(resolve, line.delay));
      flying--;
      if (line.state === 'down') throw new TypeError('Failed to fetch');
      if (line.state === 'broken') throw new ApiError(503, 'Try again later.');
      if (line.state instanceof ApiError) throw line.state;
      if (base === server.version) Object.assign(server, { version: base + 1, title });
      else if (title !== server.title)
        throw new ApiError(409, 'Ada has saved this article in the meantime.');
      if (line.state === 'deaf') throw new TypeError('Failed to fetch');
      return { version: server.version, savedAt: new Date().toISOString(), publishAt: null };
    },
    storeLocally: (base, { title }) => {
      if (!storage.isFull) kept.current = { base, title };
      return !storage.isFull;
    },
    removeLocal: () => {
      delete kept.current;
    },
    onSaved: () => {},
  });
  return { autosave, server, kept, storage, sent, line, mostFlying: () => mostFlying };
}

test('saves once, shortly after the last key press', async () => {
  const { autosave, server, sent, kept } = editor();
  for (const title of ['O', 'Oc', 'Oct']) {
    autosave.change(titled(title));
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(autosave.state).toEqual({ kind: 'changed' });
  expect(kept.current).toEqual({ base: 1, title: 'Oct' });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY);
  expect(autosave.state).toEqual({ kind: 'saved' });
  expect(sent).toEqual(['Oct']);
  expect(server).toEqual({ version: 2, title: 'Oct' });
  expect(kept.current).toBeUndefined();
});

test('keeps text typed during a save, and sends it with the next save', async () => {
  const { autosave, server, sent, kept, mostFlying } = editor();
  autosave.change(titled('One'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 10);
  expect(autosave.state.kind).toBe('saving');
  autosave.change(titled('Two'));
  await vi.advanceTimersByTimeAsync(50);
  expect(kept.current).toEqual({ base: 2, title: 'Two' });
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(sent).toEqual(['One', 'Two']);
  expect(server).toEqual({ version: 3, title: 'Two' });
  expect(mostFlying()).toBe(1);
});

test('stores text in this browser while offline, and saves it once online', async () => {
  const { autosave, server, kept, line } = editor();
  line.state = 'down';
  autosave.change(titled('Written in a tunnel'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(autosave.state).toEqual({ kind: 'offline' });
  autosave.change(titled('Written in a long tunnel'));
  expect(autosave.state).toEqual({ kind: 'offline' });
  expect(kept.current!.title).toBe('Written in a long tunnel');
  line.state = 'up';
  await vi.advanceTimersByTimeAsync(2_200);
  expect(autosave.state).toEqual({ kind: 'saved' });
  expect(server.title).toBe('Written in a long tunnel');
  expect(kept.current).toBeUndefined();
});

test('causes no conflict after a lost response, even if more text was typed', async () => {
  const { autosave, server, sent, line } = editor();
  line.state = 'deaf';
  autosave.change(titled('Before sleep'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(autosave.state).toEqual({ kind: 'offline' });
  autosave.change(titled('After sleep'));
  line.state = 'up';
  await vi.advanceTimersByTimeAsync(5_000);
  expect(autosave.state).toEqual({ kind: 'saved' });
  expect(sent).toEqual(['Before sleep', 'Before sleep', 'After sleep']);
  expect(server).toEqual({ version: 3, title: 'After sleep' });
});

test('continues to save newer text after a repeated save was rejected', async () => {
  const { autosave, server, line } = editor();
  line.state = 'down';
  autosave.change(titled('Too long'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  autosave.change(titled('Short'));
  line.state = new ApiError(400, 'A paragraph has 6000 characters at most.');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(autosave.state.kind).toBe('refused');
  line.state = 'up';
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(server.title).toBe('Short');
});

test('reports that this browser cannot store the text, until it is saved', async () => {
  const { autosave, storage, line } = editor();
  const told: boolean[] = [];
  autosave.subscribe(() => told.push(autosave.isStored));
  line.state = 'down';
  autosave.change(titled('Kept'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect([autosave.state.kind, autosave.isStored]).toEqual(['offline', true]);
  storage.isFull = true;
  autosave.change(titled('Without room'));
  expect([autosave.isStored, told.at(-1)]).toEqual([false, false]);
  line.state = 'up';
  await vi.advanceTimersByTimeAsync(5_000);
  expect([autosave.state.kind, autosave.isStored]).toEqual(['saved', true]);
});

test('saves once more on leaving the editor, and then stops retrying', async () => {
  const { autosave, server, sent, kept, line } = editor();
  line.state = 'down';
  autosave.change(titled('One'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  const stopped = autosave.stop();
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000);
  expect(await stopped).toBe(false);
  expect(sent).toEqual(['One', 'One']);
  expect(kept.current).toEqual({ base: 1, title: 'One' });
  line.state = 'up';
  autosave.start();
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(server).toEqual({ version: 2, title: 'One' });
});

test('retries a failing server with growing delays', async () => {
  const { autosave, sent, line } = editor();
  line.state = 'broken';
  autosave.change(titled('Patience'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 60_000);
  expect(autosave.state).toEqual({ kind: 'offline' });
  expect(sent.length).toBeGreaterThan(3);
  expect(sent.length).toBeLessThan(8);
});

test('sends nothing after somebody else has saved, until the editor resolves the conflict', async () => {
  const { autosave, server, sent, kept } = editor();
  Object.assign(server, { version: 5, title: 'Theirs' });
  autosave.change(titled('Ours'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(autosave.state).toEqual({
    kind: 'conflict',
    message: 'Ada has saved this article in the meantime.',
  });
  autosave.change(titled('Ours, longer'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(['Ours']);
  expect(kept.current!.title).toBe('Ours, longer');

  const overwritten = autosave.overwrite(5, titled('Ours, longer'));
  await vi.advanceTimersByTimeAsync(100);
  expect(await overwritten).toBe(true);
  expect(server).toEqual({ version: 6, title: 'Ours, longer' });

  autosave.change(titled('Never mind'));
  autosave.reset(6);
  expect(kept.current).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.title).toBe('Ours, longer');
});

test('reports a conflict if the server has a newer version, but not if the versions are equal', async () => {
  const { autosave, sent } = editor();
  autosave.checkServerVersion({ version: 1, savedByName: 'Grace' });
  expect([autosave.state.kind, autosave.base]).toEqual(['saved', 1]);
  autosave.checkServerVersion({ version: 2, savedByName: 'Ada' });
  expect(autosave.state).toEqual({
    kind: 'conflict',
    message: 'Ada has saved this article in the meantime.',
  });
  expect(await autosave.flush()).toBe(false);
  autosave.change(titled('Over what nobody has seen'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent, autosave.base]).toEqual([[], 1]);
});

test('shows why the server rejects the text, and retries after the next change', async () => {
  const { autosave, line, server } = editor();
  line.state = new ApiError(400, 'A paragraph has 6000 characters at most.');
  autosave.change(titled('Too long'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 60_000);
  expect(autosave.state).toMatchObject({ kind: 'refused', message: /6000/ });
  line.state = 'up';
  autosave.change(titled('Short'));
  await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY + 100);
  expect(server.title).toBe('Short');
});

test('never loses the last text typed, in any order of keys, delays and failures', async () => {
  const step = fc.oneof(
    fc.record({ write: fc.string({ minLength: 1, maxLength: 4 }) }),
    fc.record({ wait: fc.integer({ min: 1, max: 4_000 }) }),
    fc.record({
      line: fc.constantFrom('up' as const, 'down' as const, 'broken' as const, 'deaf' as const),
    }),
    fc.constant({ flush: true }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { autosave, server, kept, line, mostFlying } = editor();
      let last = '';
      for (const each of steps) {
        if ('write' in each) {
          last = each.write;
          autosave.change(titled(last));
        } else if ('wait' in each) await vi.advanceTimersByTimeAsync(each.wait);
        else if ('line' in each) line.state = each.line;
        else void autosave.flush();
        expect([server.title, kept.current?.title]).toContain(last);
      }
      line.state = 'up';
      await vi.advanceTimersByTimeAsync(60_000);
      expect(server.title).toBe(last);
      expect(autosave.state).toEqual({ kind: 'saved' });
      expect(mostFlying()).toBeLessThanOrEqual(1);
    }),
    { numRuns: propertyRuns(50, 500) },
  );
});
