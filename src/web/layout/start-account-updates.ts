import { awaitChunk } from '#ui/lib/chunks.ts';
import { openAccountChangeStream } from '#web/reader/account-change-stream.ts';

/**
 * Keeps the page up to date with the signed-in reader's account, which changes when the reader uses another device or
 * when the service worker sends waiting actions. Returns a function that stops the updates.
 */
export function startAccountUpdates(): () => void {
  const { serviceWorker } = navigator;
  const stopStream = openAccountChangeStream();
  let connection: Promise<() => void> | undefined;
  const connect = () => {
    if (serviceWorker?.controller)
      connection ??= awaitChunk(import('./show-outbox-results.ts')).then(
        ({ showOutboxResults }) => showOutboxResults(),
        // If the code that shows the outbox's results fails to load, the service worker still sends waiting actions.
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
