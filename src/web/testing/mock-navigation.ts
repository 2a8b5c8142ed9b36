import { type Mock, vi } from 'vitest';

/** Replaces navigation with a mock that receives the URL. `vi.unstubAllGlobals` restores the original. */
export function mockNavigation(): Mock<(url: string) => void> {
  const assign = vi.fn<(url: string) => void>();
  const { pathname, search, origin, href } = location;
  vi.stubGlobal('location', { pathname, search, origin, href, assign });
  return assign;
}
