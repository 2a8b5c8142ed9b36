/**
 * Resolves with true if the server responds with any status. Unlike `navigator.onLine`, this is false in a network
 * without a connection to the server.
 */
export function isServerReachable(): Promise<boolean> {
  return fetch('/health', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}
