import { describe, expect, it } from 'vitest';
import { BeginningSchedule } from './beginning-schedule.ts';

/** Creates a schedule with a clock that the test sets in seconds. */
function createSchedule(storedSeconds = 0) {
  const clock = { seconds: 0 };
  return { clock, schedule: new BeginningSchedule(storedSeconds, () => 1000 * clock.seconds) };
}

describe('BeginningSchedule', () => {
  it('has no beginning due within the first second, in which a fast engine completes the preview', () => {
    const { clock, schedule } = createSchedule();
    clock.seconds = 0.9;
    expect(schedule.isDue(20)).toBe(false);
    clock.seconds = 1;
    expect(schedule.isDue(20)).toBe(true);
  });

  it('has a longer beginning due before a listener reaches the end of the last one', () => {
    const { clock, schedule } = createSchedule();
    clock.seconds = 2;
    schedule.add(20);
    clock.seconds = 13;
    expect(schedule.isDue(40)).toBe(false);
    clock.seconds = 15;
    expect(schedule.isDue(40)).toBe(true);
    schedule.add(40);
    expect(schedule.isDue(45)).toBe(false);
  });

  it('has no beginning due that is not longer than the last one', () => {
    const { clock, schedule } = createSchedule(30);
    clock.seconds = 60;
    expect(schedule.isDue(30)).toBe(false);
    expect(schedule.isDue(31)).toBe(true);
  });

  it('counts the seconds that a listener has not heard yet, from the first part on', () => {
    const { clock, schedule } = createSchedule();
    clock.seconds = 5;
    expect(schedule.countUnheard(12)).toBe(Number.NEGATIVE_INFINITY);
    schedule.add(12);
    clock.seconds = 8;
    expect(schedule.countUnheard(20)).toBe(17);
    clock.seconds = 30;
    expect(schedule.countUnheard(20)).toBe(-5);
  });

  it('counts a preview that was stored before', () => {
    const { clock, schedule } = createSchedule(30);
    clock.seconds = 10;
    expect(schedule.countUnheard(4)).toBe(20);
  });
});
