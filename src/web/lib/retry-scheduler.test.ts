// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRetryScheduler, type RetryScheduler } from './retry-scheduler.ts';

const again = vi.fn();
let retries: RetryScheduler;
beforeEach(() => {
  vi.useFakeTimers();
  again.mockReset();
  retries = createRetryScheduler();
});
afterEach(() => {
  retries.reset();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('retries with growing delays, and then gives up', () => {
  for (const pause of [500, 1000, 2000, 4000, 8000, 16_000]) {
    again.mockReset();
    expect(retries.schedule(again)).toBe(true);
    vi.advanceTimersByTime(pause - 1);
    expect(again).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(again).toHaveBeenCalledOnce();
  }
  expect(retries.schedule(again)).toBe(false);
  retries.reset();
  expect(retries.schedule(again)).toBe(true);
});

it('continues with the longest delay if it never gives up', () => {
  const endless = createRetryScheduler({ isEndless: true });
  for (let tries = 0; tries < 20; tries++) {
    expect(endless.schedule(again)).toBe(true);
    vi.advanceTimersByTime(16_000);
  }
  expect(again).toHaveBeenCalledTimes(20);
});

it('waits while the browser is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(retries.schedule(again)).toBe(true);
  vi.advanceTimersByTime(3_600_000);
  expect(again).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('online'));
  expect(again).toHaveBeenCalledOnce();
});

it('does not retry after a reset', () => {
  retries.schedule(again);
  retries.reset();
  vi.advanceTimersByTime(60_000);
  expect(again).not.toHaveBeenCalled();
});
