import type { PageHead, PagePayload, ScreenName, ScreenProps } from '#domain/page.ts';

/** The result of resolving a URL: a page, a redirect, or `nowhere` if there is no page at this URL. */
export type PageResolution =
  | { kind: 'page'; payload: PagePayload }
  | Redirect
  | { kind: 'nowhere' };

export interface Redirect {
  kind: 'redirect';
  /** The target of the redirect: a path, with a query if necessary. */
  to: string;
  permanent: boolean;
}

export const NOT_FOUND: PageResolution = { kind: 'nowhere' };

/** Creates the resolution of a URL with a page that has status 200. */
export function createPage<Name extends ScreenName>(
  screen: Name,
  head: PageHead,
  props: ScreenProps[Name],
): PageResolution {
  const payload = { screen, status: 200, head, props };
  return { kind: 'page', payload: payload as unknown as PagePayload };
}

/** Creates a redirect, which is permanent by default. */
export function createRedirect(to: string, permanent = true): Redirect {
  return { kind: 'redirect', to, permanent };
}
