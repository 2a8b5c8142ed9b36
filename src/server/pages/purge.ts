import type { Logger } from 'pino';

/** Milliseconds a CDN gets. */
const TIMEOUT = 5000;

/**
 * Tells a CDN which cached pages are out of date, by the keys their `cache-tag` header named: a JSON POST
 * of `{"keys": [...]}`, or `{"everything": true}`. Pages are short-lived there, so a purge that fails is
 * logged and left.
 */
export function purgeCdn(
  url: string | undefined,
  log: Pick<Logger, 'error'>,
): (keys: readonly string[] | undefined) => void {
  return (keys) => {
    if (!url) return;
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(keys ? { keys } : { everything: true }),
      signal: AbortSignal.timeout(TIMEOUT),
    })
      .then((response) => {
        if (!response.ok) throw new Error(`It answered ${response.status}.`);
      })
      .catch((error: unknown) => log.error({ err: error }, 'The CDN could not be purged'));
  };
}
