import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  beginRecap,
  consumeRecap,
  formatTestFailure,
  recordSkippedSuites,
  recordTestFailure,
} from './recap.mjs';

const EMPTY_RECAP = { failures: [], skipped: [] };

describe('the recap of a test run', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-recap-'));
    vi.stubEnv('TEST_RECAP', '');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it('returns the entries recorded since its start only once', () => {
    const file = path.join(folder, 'not there yet', 'recap.jsonl');
    beginRecap(file);
    const failure = { test: 'a.test.ts › holds', errors: ['1\n2'] };
    recordTestFailure(failure);
    recordSkippedSuites('No Redis.');
    recordSkippedSuites('No Redis.');
    expect(consumeRecap()).toEqual({ failures: [failure], skipped: ['No Redis.'] });
    expect(existsSync(file)).toBe(false);
    expect(consumeRecap()).toEqual(EMPTY_RECAP);
  });

  it('is empty unless a test run has started it', () => {
    recordTestFailure({ test: 'alone', errors: [] });
    recordSkippedSuites('No Redis.');
    expect(consumeRecap()).toEqual(EMPTY_RECAP);
  });

  it('shows the test and the lines of its error outside of packages', () => {
    const error = [
      '\u001b[31mError: 1 is not 2\u001b[39m',
      '    at /octavo/src/a.test.ts:3:1',
      '    at /octavo/node_modules/vitest/run.js:1:1',
      ...Array.from({ length: 20 }, (_, line) => `    at /octavo/src/${line}.ts:1:1`),
    ].join('\n');
    const lines = formatTestFailure({ test: 'a.test.ts', errors: [error] }).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '✗ a.test.ts',
      '    Error: 1 is not 2',
      '        at /octavo/src/a.test.ts:3:1',
    ]);
    expect(lines).toHaveLength(13);
    expect(lines.join()).not.toContain('node_modules');
  });
});
