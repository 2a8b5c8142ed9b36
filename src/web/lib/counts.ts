import type { ArticleIdentity } from '#domain/article.ts';
import type { CountedEventKind } from '#domain/counts.ts';
import { sendPost } from '#ui/lib/api.ts';
import { asksNotToBeTracked } from './privacy-signals.ts';

/** For each article ID, a random visit ID and the kinds of events that this page has already counted. */
const visits = new Map<string, { visit: string; countedKinds: Set<CountedEventKind> }>();

/**
 * Sends an anonymous count to the server when an article is read, listened to or shared. Each kind of event counts at
 * most once per article until the page is closed. The request has no cookies, and its random visit ID is not stored in
 * the browser. Sends nothing if the browser asks not to be tracked. Ignores failures.
 */
export function sendCountOnce({ authorAlias, id }: ArticleIdentity, kind: CountedEventKind): void {
  if (asksNotToBeTracked()) return;
  const counts = visits.get(id) ?? { visit: createVisitId(), countedKinds: new Set() };
  visits.set(id, counts);
  if (counts.countedKinds.has(kind)) return;
  counts.countedKinds.add(kind);
  sendPost(
    '/counts',
    { article: { authorAlias, id }, kind, visit: counts.visit },
    // With `keepalive`, the request completes even if the page is closed.
    { keepalive: true, credentials: 'omit' },
  ).catch(() => {});
}

/** Returns a random UUID. Does not use `crypto.randomUUID`, which browsers provide only on HTTPS and on localhost. */
function createVisitId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
