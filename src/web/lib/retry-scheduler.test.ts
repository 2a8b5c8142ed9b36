// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRetryScheduler, type RetryScheduler } from './retry-scheduler.ts';

const retry = vi.fn();
let retries: RetryScheduler;
beforeEach(() => {
  vi.useFakeTimers();
  retry.mockReset();
  retries = createRetryScheduler();
});
afterEach(() => {
  retries.reset();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('retries with growing delays, and then gives up', () => {
  for (const delay of [500, 1000, 2000, 4000, 8000, 16_000]) {
    retry.mockReset();
    expect(retries.schedule(retry)).toBe(true);
    vi.advanceTimersByTime(delay - 1);
    expect(retry).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(retry).toHaveBeenCalledOnce();
  }
  expect(retries.schedule(retry)).toBe(false);
  retries.reset();
  expect(retries.schedule(retry)).toBe(true);
});

it('continues with the longest delay if it never gives up', () => {
  const endless = createRetryScheduler({ isEndless: true });
  for (let attempt = 0; attempt < 20; attempt++) {
    expect(endless.schedule(retry)).toBe(true);
    vi.advanceTimersByTime(16_000);
  }
  expect(retry).toHaveBeenCalledTimes(20);
});

it('waits while the browser is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(retries.schedule(retry)).toBe(true);
  vi.advanceTimersByTime(3_600_000);
  expect(retry).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  dispatchEvent(new Event('online'));
  expect(retry).toHaveBeenCalledOnce();
});

it('does not retry after a reset', () => {
  retries.schedule(retry);
  retries.reset();
  vi.advanceTimersByTime(60_000);
  expect(retry).not.toHaveBeenCalled();
});
