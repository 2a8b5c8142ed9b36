/** Time in milliseconds after which the server counts as unreachable if it has not responded. */
const TIMEOUT = 5000;

/**
 * Resolves with true if the server responds with any status within {@link TIMEOUT}. Unlike `navigator.onLine`, the
 * result is false if the device is connected to a network but the server cannot be reached.
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
