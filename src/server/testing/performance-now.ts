import { setTimeout as wait } from 'node:timers/promises';
import { vi } from 'vitest';

/**
 * Advances `performance.now` by a number of seconds and freezes it until `vi.restoreAllMocks()` is called. Timers and
 * dates are not affected.
 */
export async function advancePerformanceNowBySeconds(seconds: number): Promise<void> {
  const advancedTime = performance.now() + seconds * 1000;
  vi.spyOn(performance, 'now').mockReturnValue(advancedTime);
  // The library `lru-cache` caches the current time for a millisecond, so this function waits until the cached time
  // expires.
  await wait(5);
}
