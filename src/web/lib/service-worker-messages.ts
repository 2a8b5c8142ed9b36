import type { OutboxRequest } from './outbox-messages.ts';

/**
 * URL of the service worker. The query distinguishes it from the earliest workers, whose URL has no query. Some of
 * those workers treat every message as a sign-out, so pages must not send them other messages (`reader/outbox.ts`).
 */
export const SERVICE_WORKER_URL = '/sw.js?v=2';

/**
 * A message from a page to the service worker. The page and the worker may come from different builds, because a new
 * worker takes over open pages immediately, and a saved page uses its own build's scripts. Therefore, the meaning of a
 * message must never change, and pages and workers ignore unknown messages.
 */
export type PageMessage = typeof SIGNED_OUT | OutboxRequest;

/**
 * The message that a page sends if the visitor is signed out. It is empty, because workers from all builds understand
 * an empty message.
 */
export const SIGNED_OUT = '';

/** Parses a message from a page. Returns `undefined` if the message is unknown. */
export function parsePageMessage(data: unknown): PageMessage | undefined {
  if (data === SIGNED_OUT) return SIGNED_OUT;
  const { type, takesRefusals } = (data ?? {}) as Partial<OutboxRequest>;
  return type === 'outbox' ? { type, takesRefusals: takesRefusals === true } : undefined;
}
