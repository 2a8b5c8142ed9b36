/** For every test file: what it put in the place of globals and clocks is gone when the next one has its worker. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
