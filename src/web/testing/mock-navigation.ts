import { type Mock, vi } from 'vitest';

/** Replaces navigation by a mock that receives the URL. Unstubbing globals restores it. */
export function mockNavigation(): Mock<(address: string) => void> {
  const assign = vi.fn<(address: string) => void>();
  const { pathname, search, origin, href } = location;
  vi.stubGlobal('location', { pathname, search, origin, href, assign });
  return assign;
}
