import { useEffect, useState } from 'react';
import type { OutboxRequest, OutboxStatus } from '#web/lib/outbox-messages.ts';

/**
 * Calls `onStatus` with each message from the service worker about the reader's unsent actions, and requests the first
 * message. Returns a function that unsubscribes.
 */
export function watchOutbox(onStatus: (status: OutboxStatus) => void): () => void {
  const { serviceWorker } = navigator;
  // Browsers offer service workers only in secure contexts, such as HTTPS.
  if (!serviceWorker) return () => {};
  const onMessage = ({ data }: MessageEvent<Partial<OutboxStatus> | undefined>) => {
    if (data?.type === 'outbox') onStatus(data as OutboxStatus);
  };
  const requestStatus = () => requestSendingAndOutboxStatus({ takesRefusals: false });
  serviceWorker.addEventListener('message', onMessage);
  // An outdated service worker does not respond, so the request is repeated when another service worker takes control
  // of the page.
  serviceWorker.addEventListener('controllerchange', requestStatus);
  requestStatus();
  return () => {
    serviceWorker.removeEventListener('message', onMessage);
    serviceWorker.removeEventListener('controllerchange', requestStatus);
  };
}

/** Asks the service worker to send the unsent actions to the server, and to report their status. */
export function requestSendingAndOutboxStatus({
  takesRefusals,
}: Pick<OutboxRequest, 'takesRefusals'>): void {
  const worker = navigator.serviceWorker?.controller;
  // Some of the earliest service workers, whose URL has no query, treat every message as a sign-out.
  if (worker && new URL(worker.scriptURL).search)
    worker.postMessage({ type: 'outbox', takesRefusals } satisfies OutboxRequest);
}

/**
 * Returns the number of actions, such as bookmarks, that the service worker has not sent to the server yet. Does not
 * count reading progress and listening positions.
 */
export function useWaitingActionCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => watchOutbox(({ waiting }) => setCount(waiting)), []);
  return count;
}
