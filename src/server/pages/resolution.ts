import type { PageHead, PagePayload, ScreenKind, ScreenPropsByKind } from '#domain/page.ts';
import { getStaticPageHead } from '#domain/screen-heads.ts';

/** The result of looking up a URL: a page, a redirect, or `nowhere` if there is no page at this URL. */
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

export const NOT_FOUND_RESOLUTION: PageResolution = { kind: 'nowhere' };

/** Creates the result for a URL with a page. The page's status is 200. */
export function createPageResolution<Name extends ScreenKind>(
  screen: Name,
  head: PageHead,
  props: ScreenPropsByKind[Name],
): PageResolution {
  const payload = { screen, status: 200, head, props };
  return { kind: 'page', payload: payload as unknown as PagePayload };
}

/** Creates a redirect, which is permanent by default. */
export function createRedirect(to: string, permanent = true): Redirect {
  return { kind: 'redirect', to, permanent };
}

/** Returns the payload of the not-found page. */
export function createNotFoundPayload(timestamp: string): PagePayload {
  return {
    screen: 'notFound',
    status: 404,
    head: getStaticPageHead('not-found'),
    props: { timestamp },
  };
}

/** Returns the payload of the page for requests that are rejected because of a rate limit or an overloaded server. */
export function createBusyPayload(timestamp: string): PagePayload {
  return {
    screen: 'busy',
    status: 429,
    head: {
      title: 'One Moment, Please',
      description: 'Octavo is busy right now. Please try again in a moment.',
      path: '/',
      noIndex: true,
    },
    props: { timestamp },
  };
}

/** Returns the payload of the page for a withdrawn article. */
export function createWithdrawnPayload(timestamp: string): PagePayload {
  return {
    screen: 'gone',
    status: 410,
    head: {
      title: 'Article withdrawn',
      description: 'This article has been withdrawn.',
      path: '/articles',
      noIndex: true,
    },
    props: { timestamp },
  };
}

/**
 * Returns the payload of the error page. Does not query the database, because it may be unavailable. `errorId` is the
 * ID of the recorded error.
 */
export function createErrorPayload(errorId: string | undefined, timestamp: string): PagePayload {
  return {
    screen: 'error',
    status: 500,
    head: getStaticPageHead('error'),
    props: { timestamp, ...(errorId ? { errorId } : {}) },
  };
}
