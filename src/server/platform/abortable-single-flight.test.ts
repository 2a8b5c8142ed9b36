import { describe, expect, it, vi } from 'vitest';
import { AbortableSingleFlight } from './abortable-single-flight.ts';

/**
 * Creates a task that resolves when the test calls `resolve`. If its signal is aborted, the task rejects with the
 * signal's reason.
 */
function createControlledTask() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const task = vi.fn((signal: AbortSignal) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    return promise;
  });
  return { task, resolve };
}

describe('AbortableSingleFlight', () => {
  it('runs a task once for all callers with the same key', async () => {
    const flight = new AbortableSingleFlight<string>();
    const { task, resolve } = createControlledTask();
    const results = [flight.run('a', task), flight.run('a', task)];
    resolve('done');
    expect(await Promise.all(results)).toEqual(['done', 'done']);
    expect(task).toHaveBeenCalledTimes(1);
    await flight.run('a', task);
    expect(task).toHaveBeenCalledTimes(2);
  });

  it('continues for the remaining callers if one aborts its call', async () => {
    const flight = new AbortableSingleFlight<string>();
    const { task, resolve } = createControlledTask();
    const controller = new AbortController();
    const first = flight.run('a', task, controller.signal);
    const second = flight.run('a', task);
    controller.abort(new Error('Enough.'));
    await expect(first).rejects.toThrow('Enough.');
    resolve('done');
    expect(await second).toBe('done');
  });

  it('aborts the task once the last caller aborts its call, and starts a new task for the next caller', async () => {
    const flight = new AbortableSingleFlight<string>();
    const { task } = createControlledTask();
    const controllers = [new AbortController(), new AbortController()];
    const results = controllers.map(({ signal }) => flight.run('a', task, signal));
    for (const controller of controllers) controller.abort(new Error('Enough.'));
    for (const result of results) await expect(result).rejects.toThrow('Enough.');
    expect(flight.isRunning('a')).toBe(false);
    const next = createControlledTask();
    next.resolve('done');
    expect(await flight.run('a', next.task)).toBe('done');
  });

  it('rejects callers whose signal was aborted before the call', async () => {
    const flight = new AbortableSingleFlight<string>();
    const { task } = createControlledTask();
    const aborted = AbortSignal.abort(new Error('Enough.'));
    await expect(flight.run('a', task, aborted)).rejects.toThrow('Enough.');
    expect(task).not.toHaveBeenCalled();
  });
});
