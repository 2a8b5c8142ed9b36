import type { PagePayload } from '#domain/page.ts';
import { getStaticHead } from '#domain/screen-heads.ts';

/** The not-found page, the same for every address that leads nowhere. */
export function createNotFoundPayload(timestamp: string): PagePayload {
  return {
    screen: 'notFound',
    status: 404,
    head: getStaticHead('not-found'),
    props: { timestamp },
  };
}

/** The page that asks for a moment's patience, the same for everybody. */
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

/** The page of an article that has been withdrawn. */
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

/** The error page, for a fault logged under `errorId`. Needs nothing, since anything may be broken. */
export function createErrorPayload(errorId: string | undefined, timestamp: string): PagePayload {
  return {
    screen: 'error',
    status: 500,
    head: getStaticHead('error'),
    props: { timestamp, ...(errorId ? { errorId } : {}) },
  };
}
