import { awaitChunk } from '#ui/lib/chunks.ts';
import { followAccountChangeStream } from '#web/reader/account-change-stream.ts';

/**
 * Keeps the page up to date with the signed-in reader's account: with changes from other devices, and with actions that
 * the service worker sends later. Returns a function that stops this.
 */
export function followAccount(): () => void {
  const { serviceWorker } = navigator;
  const stopStream = followAccountChangeStream();
  let connection: Promise<() => void> | undefined;
  const connect = () => {
    if (serviceWorker?.controller)
      connection ??= awaitChunk(import('./follow-outbox.ts')).then(
        ({ followOutbox }) => followOutbox(),
        // Without the code, the service worker still sends waiting actions.
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
