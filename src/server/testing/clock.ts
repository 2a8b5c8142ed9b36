import { setTimeout as wait } from 'node:timers/promises';
import { vi } from 'vitest';

/**
 * Puts the clock that lifetimes are measured with forward by so many seconds, where it stands still until
 * `vi.restoreAllMocks()`. Timers and dates go on as they do.
 */
export async function advanceClock(seconds: number): Promise<void> {
  const then = performance.now() + seconds * 1000;
  vi.spyOn(performance, 'now').mockReturnValue(then);
  // The cache looks at the clock once a millisecond at most.
  await wait(5);
}
