/** Time in milliseconds after which a server that does not respond counts as unreachable. */
const TIMEOUT = 5000;

/**
 * Resolves with true if the server responds with any status within {@link TIMEOUT}. Unlike `navigator.onLine`, this is
 * false in a network without a connection to the server.
 */
export function isServerReachable(): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT);
  return fetch('/health', { method: 'HEAD', cache: 'no-store', signal: controller.signal })
    .then(
      () => true,
      () => false,
    )
    .finally(() => clearTimeout(timer));
}
