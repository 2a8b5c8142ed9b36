import type { PageHead, PagePayload, ScreenName, Screens } from '#domain/page.ts';

/** What an address leads to. */
export type PageResolution =
  | { kind: 'page'; payload: PagePayload }
  | Redirect
  /** There is no such page. */
  | { kind: 'nowhere' };

export interface Redirect {
  kind: 'redirect';
  /** A path, with its query where it has one. */
  to: string;
  permanent: boolean;
}

export const NOT_FOUND: PageResolution = { kind: 'nowhere' };

/** The page of a screen that is as it should be. */
export function createPage<Name extends ScreenName>(
  screen: Name,
  head: PageHead,
  props: Screens[Name],
): PageResolution {
  const payload = { screen, status: 200, head, props };
  return { kind: 'page', payload: payload as unknown as PagePayload };
}

/** A way to another address, by default for good. */
export function createRedirect(to: string, permanent = true): Redirect {
  return { kind: 'redirect', to, permanent };
}
