import { beforeEach, describe, expect, it } from 'vitest';
import {
  type ClockAndCpu,
  CpuLoadOfOtherPrograms,
  computeThrottleDelay,
  RecordingThrottle,
} from './cpu-throttle.ts';

const SENTENCE = { from: 40, to: 45.5 };

let clock: number;
let pauses: number[];
/**
 * Simulated processor time in milliseconds. `times` is the time that all processes have used on the first of two
 * processors, and `ownTimes` is the part of it that this process has used. The second processor is never used.
 */
let times: { user: number; nice: number; sys: number; idle: number; irq: number };
let ownTimes: { user: number; system: number };
let system: ClockAndCpu & { priority: number };
beforeEach(() => {
  clock = 0;
  pauses = [];
  times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
  ownTimes = { user: 0, system: 0 };
  system = {
    platform: 'linux',
    priority: 0,
    now: () => clock,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    cpus: () => [{ times: { ...times } }, { times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }],
    cpuUsage: () => ({ user: 1000 * ownTimes.user, system: 1000 * ownTimes.system }),
    getPriority: () => system.priority,
  };
});

describe('computeThrottleDelay', () => {
  it('is zero while other programs use little processor time', () => {
    expect(computeThrottleDelay(SENTENCE, 60, 0.4)).toBe(0);
  });

  it('limits recording to eleven times real time while other programs use the processors', () => {
    expect(computeThrottleDelay(SENTENCE, 60, 1.5)).toBeCloseTo(440);
    // A recording that is already slower than the throttled speed needs no pause.
    expect(computeThrottleDelay(SENTENCE, 500, 1.5)).toBe(0);
    expect(computeThrottleDelay(SENTENCE, 4000, 1.5)).toBe(0);
  });

  it('is zero before the preview is complete, even while other programs use the processors', () => {
    expect(computeThrottleDelay({ from: 28, to: 33.5 }, 60, 2)).toBe(0);
    expect(computeThrottleDelay({ from: 30, to: 35.5 }, 60, 2)).toBeGreaterThan(0);
  });
});

describe('CpuLoadOfOtherPrograms', () => {
  it('is the processor time of other programs divided by the elapsed time', () => {
    const load = new CpuLoadOfOtherPrograms(system);
    clock = 1000;
    Object.assign(times, { user: 700, sys: 150, irq: 50, idle: 100 });
    expect(load.processors).toBeCloseTo(0.9);
    clock = 2000;
    expect(load.processors).toBe(0);
  });

  it('ignores programs of low priority', () => {
    const load = new CpuLoadOfOtherPrograms(system);
    clock = 1000;
    times.nice = 1000;
    expect(load.processors).toBe(0);
  });

  it.each([
    ['with a low priority', 10, { user: 100, nice: 400, sys: 200 }],
    ['with a normal priority', 0, { user: 500, sys: 200 }],
  ])('ignores this process %s', (_, priority, used) => {
    system.priority = priority;
    const load = new CpuLoadOfOtherPrograms(system);
    clock = 1000;
    ownTimes = { user: 400, system: 200 };
    Object.assign(times, used);
    expect(load.processors).toBeCloseTo(0.1);
  });

  it('takes at most four samples per second', () => {
    const load = new CpuLoadOfOtherPrograms(system);
    clock = 250;
    times.user = 250;
    expect(load.processors).toBe(1);
    clock = 499;
    expect(load.processors).toBe(1);
    clock = 500;
    expect(load.processors).toBe(0);
  });

  it('is never negative', () => {
    const load = new CpuLoadOfOtherPrograms(system);
    clock = 1000;
    ownTimes.user = 1000;
    expect(load.processors).toBe(0);
  });

  it('is zero on Windows', () => {
    system.platform = 'win32';
    const load = new CpuLoadOfOtherPrograms(system);
    clock = 1000;
    times.user = 1000;
    expect(load.processors).toBe(0);
  });
});

describe('RecordingThrottle', () => {
  /**
   * Simulates a recording of three sentences, each of which takes half a second to record, and then of the silence at
   * the end. Another program uses one processor the whole time. Returns the pauses in milliseconds.
   */
  async function record(isThrottled: (sentence: { from: number }) => boolean) {
    const throttle = new RecordingThrottle(system);
    for (const sentence of [
      { from: 0, to: 11 },
      { from: 32, to: 43 },
      { from: 43, to: 54 },
    ]) {
      await throttle.pauseBeforePart({ isThrottled: isThrottled(sentence) });
      clock += 500;
      times.user += 500;
      throttle.add({ sentence });
    }
    await throttle.pauseBeforePart({ isThrottled: true });
    throttle.add({});
    await throttle.pauseBeforePart({ isThrottled: true });
    return pauses;
  }

  it('pauses after the preview is complete while other programs use the processors', async () => {
    expect(await record(() => true)).toEqual([0, 0, 500, 500, 0]);
  });

  it('does not pause while another recording waits', async () => {
    expect(await record(({ from }) => from !== 43)).toEqual([0, 0, 0, 500, 0]);
  });
});
