import { expect, it } from 'vitest';
import { SingleFlight } from './single-flight.ts';

/** Creates a task that the test resolves or rejects, and counts how often it was started. */
function createControlledTask() {
  let started = 0;
  let deferred = Promise.withResolvers<number>();
  return {
    run: () => {
      started += 1;
      return deferred.promise;
    },
    get started() {
      return started;
    },
    resolve: () => deferred.resolve(started),
    reject: (error: Error) => deferred.reject(error),
    reset: () => {
      deferred = Promise.withResolvers<number>();
    },
  };
}

it('runs a task once for all calls during its run, and again for a later call', async () => {
  const flights = new SingleFlight<number>();
  const task = createControlledTask();
  const results = ['a', 'a', 'b'].map((key) => flights.run(key, task.run));
  expect([task.started, flights.isRunning('a')]).toEqual([2, true]);
  task.resolve();
  await Promise.all(results);
  expect(flights.isRunning('a')).toBe(false);
  await flights.run('a', task.run);
  expect(task.started).toBe(3);
});

it('rejects the calls of all callers if the task fails, and runs it again for the next one', async () => {
  const flights = new SingleFlight<number>();
  const task = createControlledTask();
  const results = [flights.run('a', task.run), flights.run('a', task.run)];
  task.reject(new Error('no'));
  for (const result of results) await expect(result).rejects.toThrow('no');
  task.reset();
  const secondRun = flights.run('a', task.run);
  task.resolve();
  expect(await secondRun).toBe(2);
});

it('does not return results of detached tasks to later calls, even if they settle last', async () => {
  const flights = new SingleFlight<string>();
  const first = Promise.withResolvers<string>();
  const outdated = flights.run('a', () => first.promise);
  flights.detachAll();
  const second = Promise.withResolvers<string>();
  const current = flights.run('a', () => second.promise);
  first.resolve('outdated');
  expect(await outdated).toBe('outdated');
  expect(flights.isRunning('a')).toBe(true);
  expect(flights.run('a', async () => 'third')).toBe(current);
  second.resolve('current');
  expect(await current).toBe('current');
});
