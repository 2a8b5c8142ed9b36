import { type Mock, vi } from 'vitest';

/** Replaces navigation by a mock that gets the URL, until globals are no longer stubbed. */
export function mockNavigation(): Mock<(address: string) => void> {
  const assign = vi.fn<(address: string) => void>();
  const { pathname, search, origin, href } = location;
  vi.stubGlobal('location', { pathname, search, origin, href, assign });
  return assign;
}
