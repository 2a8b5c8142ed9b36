import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { putBehind } from '#server/platform/priority.ts';
import { Others, restAfter } from './giving-way.ts';

const SENTENCE = { from: 40, to: 45.5 };

describe('the rest after a sentence', () => {
  it('is none where hardly anybody else computes', () => {
    expect(restAfter(SENTENCE, 60, 0.4)).toBe(0);
  });

  it('keeps the sound eleven times ahead of whoever listens where others compute', () => {
    expect(restAfter(SENTENCE, 60, 1.5)).toBeCloseTo(440);
    // An engine that is no faster than that never rests.
    expect(restAfter(SENTENCE, 500, 1.5)).toBe(0);
    expect(restAfter(SENTENCE, 4000, 1.5)).toBe(0);
  });

  it('is none before the beginning can be heard, whoever else computes', () => {
    expect(restAfter({ from: 28, to: 33.5 }, 60, 2)).toBe(0);
    expect(restAfter({ from: 30, to: 35.5 }, 60, 2)).toBeGreaterThan(0);
  });
});

describe.skipIf(process.platform === 'win32')('what others compute', () => {
  it('is seen, but not what stands behind everybody else', async () => {
    const behind = burn();
    putBehind(behind);
    await pause(300);
    const before = new Others();
    await pause(1500);
    const without = before.processors;
    const beside = new Others();
    burn();
    await pause(1500);
    const withIt = beside.processors;
    expect(withIt).toBeGreaterThan(0.4);
    // However much else this machine does, it is not all it has.
    expect(without).toBeLessThan(os.cpus().length - 0.05);
  });

  it('is what this process does not', async () => {
    const others = new Others();
    const busy = new Worker('for (;;);', { eval: true });
    await pause(1000);
    const { processors } = others;
    await busy.terminate();
    expect(processors).toBeLessThan(os.cpus().length - 0.1);
  });
});

/** A process that computes until the test is over. */
function burn(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'for (;;);']);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
