import { awaitChunk } from '#ui/lib/chunks.ts';
import { openAccountChangeStream } from '#web/reader/account-change-stream.ts';

/**
 * Updates the page when the signed-in reader's account changes, because of another device or of actions that the
 * service worker sends later. Returns a function that stops the updates.
 */
export function startAccountUpdates(): () => void {
  const { serviceWorker } = navigator;
  const stopStream = openAccountChangeStream();
  let connection: Promise<() => void> | undefined;
  const connect = () => {
    if (serviceWorker?.controller)
      connection ??= awaitChunk(import('./show-outbox-results.ts')).then(
        ({ showOutboxResults }) => showOutboxResults(),
        // If the code fails to load, the service worker still sends waiting actions.
        () => () => {},
      );
  };
  serviceWorker?.addEventListener('controllerchange', connect);
  connect();
  return () => {
    serviceWorker?.removeEventListener('controllerchange', connect);
    stopStream();
    void connection?.then((stopOutbox) => stopOutbox());
  };
}
