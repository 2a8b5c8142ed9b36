import { type Mock, vi } from 'vitest';

/** Replaces navigation with a mock that receives the URL. `vi.unstubAllGlobals` restores real navigation. */
export function mockNavigation(): Mock<(address: string) => void> {
  const assign = vi.fn<(address: string) => void>();
  const { pathname, search, origin, href } = location;
  vi.stubGlobal('location', { pathname, search, origin, href, assign });
  return assign;
}
