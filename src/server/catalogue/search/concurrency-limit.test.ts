import { describe, expect, it } from 'vitest';
import { BusyError } from '#server/platform/errors.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Creates tasks that finish when the test tells them to, and records the order in which the tasks start. */
function createTasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    task: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: (name: string) => ends.get(name)!(),
  };
}

describe('a concurrency limit', () => {
  it('runs a limited number of tasks at once, and starts waiting tasks in order', async () => {
    const run = createConcurrencyLimit({ concurrency: 2, maxQueued: 2 });
    const { started, task, end } = createTasks();
    const done = ['a', 'b', 'c', 'd'].map((name) => run(task(name)));
    await expect.poll(() => started).toEqual(['a', 'b']);
    end('b');
    await expect.poll(() => started).toEqual(['a', 'b', 'c']);
    end('a');
    await expect.poll(() => started).toEqual(['a', 'b', 'c', 'd']);
    end('c');
    end('d');
    expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects a task when the queue is full', async () => {
    const run = createConcurrencyLimit({ concurrency: 1, maxQueued: 1 });
    const { started, task, end } = createTasks();
    const done = [run(task('a')), run(task('b'))];
    await expect(run(task('c'))).rejects.toBeInstanceOf(BusyError);
    await expect.poll(() => started).toEqual(['a']);
    end('a');
    await expect.poll(() => started).toEqual(['a', 'b']);
    end('b');
    await Promise.all(done);
  });

  it('continues after a task that fails', async () => {
    const run = createConcurrencyLimit({ concurrency: 1, maxQueued: 1 });
    const failing = run(() => Promise.reject(new Error('torn')));
    const next = run(async () => 'next');
    await expect(failing).rejects.toThrow('torn');
    expect(await next).toBe('next');
  });
});
