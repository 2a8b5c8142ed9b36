import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ElapsedTimeClock } from './elapsed-time-clock.ts';

const HOUR = 3_600_000;
let wall: number;
let monotonic: number;

beforeEach(() => {
  wall = Date.UTC(2026, 0, 1);
  monotonic = 5000;
  vi.spyOn(Date, 'now').mockImplementation(() => wall);
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic);
});
afterEach(() => void vi.restoreAllMocks());

it('advances with both clocks, while the machine sleeps, and after the wall clock was set back', () => {
  const time = new ElapsedTimeClock();
  const advance = (byMonotonic: number, byWall: number) => {
    const before = time.now();
    monotonic += byMonotonic;
    wall += byWall;
    return time.now() - before;
  };
  expect(advance(HOUR, HOUR)).toBe(HOUR);
  expect(advance(1000, 8 * HOUR)).toBe(8 * HOUR);
  expect(advance(1000, -8 * HOUR)).toBe(1000);
  expect(advance(0, -HOUR)).toBe(0);
});

it('does not run fast if the wall clock is rounded or adjusted', () => {
  const time = new ElapsedTimeClock();
  const before = time.now();
  for (let step = 0; step < 1000; step++) {
    monotonic += 0.5;
    wall += step % 2;
    time.now();
  }
  wall += 900;
  expect(time.now() - before).toBe(500);
});
