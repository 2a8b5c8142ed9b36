import type { PagePayload } from '#domain/page.ts';
import { getStaticHead } from '#domain/screen-heads.ts';

/** Returns the payload of the not-found page. */
export function createNotFoundPayload(timestamp: string): PagePayload {
  return {
    screen: 'notFound',
    status: 404,
    head: getStaticHead('not-found'),
    props: { timestamp },
  };
}

/** Returns the payload of the page for overload and exceeded rate limits. */
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
 * Returns the payload of the error page without a database query, since the database may be unavailable. `errorId` is
 * the id of the recorded error.
 */
export function createErrorPayload(errorId: string | undefined, timestamp: string): PagePayload {
  return {
    screen: 'error',
    status: 500,
    head: getStaticHead('error'),
    props: { timestamp, ...(errorId ? { errorId } : {}) },
  };
}
