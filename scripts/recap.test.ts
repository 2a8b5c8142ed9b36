import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginRecap, endRecap, inWords, noteInRecap } from './recap.mjs';

describe('what is said again at the end of the tests', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-recap-'));
    vi.stubEnv('TEST_RECAP', '');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it('is what was noted since it began, once', () => {
    const file = path.join(folder, 'not there yet', 'recap.jsonl');
    beginRecap(file);
    const entry = { test: 'a.test.ts › holds', outcome: 'failed' as const, errors: ['1\n2'] };
    noteInRecap(entry);
    noteInRecap({ ...entry, outcome: 'flaky' });
    expect(endRecap()).toEqual([entry, { ...entry, outcome: 'flaky' }]);
    expect(existsSync(file)).toBe(false);
    expect(endRecap()).toEqual([]);
  });

  it('is nothing where no run began it', () => {
    noteInRecap({ test: 'alone', outcome: 'failed', errors: [] });
    expect(endRecap()).toEqual([]);
  });

  it('names the test, and of its error what leads to it', () => {
    const error = [
      '\u001b[31mError: 1 is not 2\u001b[39m',
      '    at /octavo/src/a.test.ts:3:1',
      '    at /octavo/node_modules/vitest/run.js:1:1',
      ...Array.from({ length: 20 }, (_, line) => `    at /octavo/src/${line}.ts:1:1`),
    ].join('\n');
    const words = inWords({ test: 'a.test.ts', outcome: 'failed', errors: [error] }).split('\n');
    expect(words.slice(0, 3)).toEqual([
      '✗ a.test.ts',
      '    Error: 1 is not 2',
      '        at /octavo/src/a.test.ts:3:1',
    ]);
    expect(words).toHaveLength(13);
    expect(words.join()).not.toContain('node_modules');
  });

  it('tells what passed the second time from what did not pass', () => {
    expect(inWords({ test: 'a', outcome: 'flaky', errors: [] })).toBe('~ only when tried again: a');
  });
});
