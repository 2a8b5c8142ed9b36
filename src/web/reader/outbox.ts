import { useEffect, useState } from 'react';
import type { OutboxRequest, OutboxStatus } from '#web/lib/outbox-messages.ts';

/**
 * Calls `onStatus` with each message of the service worker about the actions that wait to be sent, and asks for the
 * first one. Returns a function that unsubscribes.
 */
export function watchOutbox(onStatus: (status: OutboxStatus) => void): () => void {
  const { serviceWorker } = navigator;
  // Service workers are missing outside of secure contexts.
  if (!serviceWorker) return () => {};
  const listen = ({ data }: MessageEvent<OutboxStatus>) => onStatus(data);
  serviceWorker.addEventListener('message', listen);
  askForOutboxStatus({ takesRefusals: false });
  return () => serviceWorker.removeEventListener('message', listen);
}

/** Asks the service worker to send waiting actions, and to respond with the status. */
export function askForOutboxStatus(request: OutboxRequest): void {
  navigator.serviceWorker?.controller?.postMessage(request);
}

/** Returns the number of the reader's actions that wait to be sent, without readings and listening positions. */
export function useWaitingCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => watchOutbox(({ waiting }) => setCount(waiting)), []);
  return count;
}
