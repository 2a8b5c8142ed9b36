import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairQueue, type FairQueueSlot } from './fair-queue.ts';

describe('a fair queue', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const limits = {
    maxRunning: 3,
    maxRunningPerCaller: 2,
    maxWaiting: 6,
    maxWaitingPerCaller: 4,
    maxWait: 1000,
  };

  /**
   * Creates a queue, and a function that adds tasks. `started` and `rejected` list the tasks in the order in which they
   * were started or rejected.
   */
  function createQueue(queue = new FairQueue(limits)) {
    const started: string[] = [];
    const rejected: string[] = [];
    const slots = new Map<string, FairQueueSlot>();
    const enter = (task: string) => {
      const caller = task[0]!;
      const slot = queue.enter(
        caller,
        (slot) => {
          started.push(task);
          slots.set(task, slot);
        },
        () => rejected.push(task),
      );
      if (!slots.has(task)) slots.set(task, slot);
    };
    const leave = (task: string) => slots.get(task)!.leave();
    return { queue, started, rejected, enter, leave };
  }

  it('starts tasks up to the limits of each caller and of all callers', () => {
    const { started, enter } = createQueue();
    for (const task of ['a1', 'a2', 'a3', 'b1', 'c1']) enter(task);
    expect(started).toEqual(['a1', 'a2', 'b1']);
  });

  it('lets callers take turns, and runs the tasks of each in order', () => {
    const { started, enter, leave } = createQueue();
    for (const task of ['a1', 'a2', 'b1', 'a3', 'a4', 'a5', 'b2', 'c1']) enter(task);
    for (const task of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4']) leave(task);
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'a4', 'a5']);
  });

  it('removes tasks that are canceled while they wait', () => {
    const { queue, started, enter, leave } = createQueue();
    for (const task of ['a1', 'a2', 'a3', 'a4']) enter(task);
    leave('a3');
    expect(queue.waiting).toBe(1);
    leave('a1');
    leave('a2');
    expect(started).toEqual(['a1', 'a2', 'a4']);
    expect(queue.waiting).toBe(0);
  });

  it('frees a slot only once if `leave` is called repeatedly', () => {
    const { started, enter, leave } = createQueue();
    for (const task of ['a1', 'a2', 'b1', 'c1', 'c2']) enter(task);
    leave('a1');
    leave('a1');
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('rejects tasks beyond the limits of waiting tasks, of one caller and of all callers', () => {
    const { rejected, enter } = createQueue();
    for (const task of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']) enter(task);
    expect(rejected).toEqual(['a7']);
    for (const task of ['b1', 'b2', 'b3', 'b4']) enter(task);
    expect(rejected).toEqual(['a7', 'b4']);
  });

  it('rejects a task after the maximum wait, and does not start it later', () => {
    const { queue, started, rejected, enter, leave } = createQueue();
    for (const task of ['a1', 'a2', 'a3']) enter(task);
    vi.advanceTimersByTime(limits.maxWait);
    expect(rejected).toEqual(['a3']);
    leave('a1');
    expect(started).toEqual(['a1', 'a2']);
    expect(queue.waiting).toBe(0);
  });

  it('rejects a task at once if recent tasks took so long that it would wait too long', () => {
    const { rejected, enter, leave } = createQueue();
    for (let task = 0; task < 30; task++) {
      enter(`a${task}`);
      vi.advanceTimersByTime(5000);
      leave(`a${task}`);
    }
    for (const task of ['b1', 'b2', 'b3']) enter(task);
    expect(rejected).toEqual(['b3']);
  });

  describe('for a caller without competitors', () => {
    const withoutCompetitors = { maxWaiting: 10, maxWait: 10_000 };
    const createQueueForOneCaller = () =>
      createQueue(new FairQueue({ ...limits, maxWaiting: 20, withoutCompetitors }));
    const listTasks = (caller: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${caller}${at + 1}`);

    it('lets more tasks wait, up to a limit', () => {
      const { rejected, enter } = createQueueForOneCaller();
      for (const task of listTasks('a', 13)) enter(task);
      expect(rejected).toEqual(['a13']);
    });

    it('lets tasks wait longer, even if recent tasks took long', () => {
      const { started, rejected, enter, leave } = createQueueForOneCaller();
      for (const task of listTasks('a', 30)) {
        enter(task);
        vi.advanceTimersByTime(3000);
        leave(task);
      }
      for (const task of listTasks('a', 5)) enter(`${task}'`);
      vi.advanceTimersByTime(5 * limits.maxWait);
      expect(rejected).toEqual([]);
      leave("a1'");
      expect(started.at(-1)).toBe("a3'");
      vi.advanceTimersByTime(withoutCompetitors.maxWait);
      expect(rejected).toEqual(["a4'", "a5'"]);
    });

    it('applies the normal limits once another caller arrives', () => {
      const { started, rejected, enter } = createQueueForOneCaller();
      for (const task of listTasks('a', 9)) enter(task);
      enter('b1');
      expect(started).toEqual(['a1', 'a2', 'b1']);
      enter('a10');
      expect(rejected).toEqual(['a10']);
      vi.advanceTimersByTime(limits.maxWait);
      expect(rejected).toEqual(['a10', ...listTasks('a', 9).slice(2)]);
    });
  });
});
