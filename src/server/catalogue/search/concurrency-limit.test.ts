import { describe, expect, it } from 'vitest';
import { BusyError } from '#server/platform/errors.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Creates tasks that finish when the test tells them to, and records the order in which the tasks start. */
function createTasks() {
  const started: string[] = [];
  const finishers = new Map<string, () => void>();
  return {
    started,
    createTask: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name);
        finishers.set(name, () => resolve(name));
      }),
    finish: (name: string) => finishers.get(name)!(),
  };
}

describe('a concurrency limit', () => {
  it('runs a limited number of tasks at once, and starts waiting tasks in order', async () => {
    const run = createConcurrencyLimit({ concurrency: 2, maxQueued: 2 });
    const { started, createTask, finish } = createTasks();
    const results = ['a', 'b', 'c', 'd'].map((name) => run(createTask(name)));
    await expect.poll(() => started).toEqual(['a', 'b']);
    finish('b');
    await expect.poll(() => started).toEqual(['a', 'b', 'c']);
    finish('a');
    await expect.poll(() => started).toEqual(['a', 'b', 'c', 'd']);
    finish('c');
    finish('d');
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects a task when the queue is full', async () => {
    const run = createConcurrencyLimit({ concurrency: 1, maxQueued: 1 });
    const { started, createTask, finish } = createTasks();
    const results = [run(createTask('a')), run(createTask('b'))];
    await expect(run(createTask('c'))).rejects.toBeInstanceOf(BusyError);
    await expect.poll(() => started).toEqual(['a']);
    finish('a');
    await expect.poll(() => started).toEqual(['a', 'b']);
    finish('b');
    await Promise.all(results);
  });

  it('continues after a task that fails', async () => {
    const run = createConcurrencyLimit({ concurrency: 1, maxQueued: 1 });
    const failing = run(() => Promise.reject(new Error('torn')));
    const next = run(async () => 'next');
    await expect(failing).rejects.toThrow('torn');
    expect(await next).toBe('next');
  });
});
