import type { OutboxRequest } from './outbox-messages.ts';

/**
 * URL of the service worker. The number distinguishes it from the first workers, whose URL has no query: some of them
 * take each message for a sign-out, so pages must send them no other (`reader/outbox.ts`).
 */
export const SERVICE_WORKER_URL = '/sw.js?v=2';

/**
 * A message of a page to the service worker. The two may belong to different builds: a new worker takes over open pages
 * at once, and saved pages have the scripts of their own build. So the meaning of a message must never change, and
 * workers and pages ignore messages that they do not know.
 */
export type PageMessage = typeof SIGNED_OUT | OutboxRequest;

/** The message of a page that shows a signed-out visitor. It is empty because the workers of all builds know that. */
export const SIGNED_OUT = '';

/** Returns the message that a page has sent, or `undefined` if it is unknown. */
export function parsePageMessage(data: unknown): PageMessage | undefined {
  if (data === SIGNED_OUT) return SIGNED_OUT;
  const { type, takesRefusals } = (data ?? {}) as Partial<OutboxRequest>;
  return type === 'outbox' ? { type, takesRefusals: takesRefusals === true } : undefined;
}
