import { useEffect, useState } from 'react';
import type { OutboxRequest, OutboxStatus } from '#web/lib/outbox-messages.ts';

/**
 * Calls `onStatus` with each message of the service worker about the actions that wait to be sent, and requests the
 * first one. Returns a function that unsubscribes.
 */
export function watchOutbox(onStatus: (status: OutboxStatus) => void): () => void {
  const { serviceWorker } = navigator;
  // Service workers are missing outside of secure contexts.
  if (!serviceWorker) return () => {};
  const onMessage = ({ data }: MessageEvent<Partial<OutboxStatus> | undefined>) => {
    if (data?.type === 'outbox') onStatus(data as OutboxStatus);
  };
  const requestStatus = () => requestOutboxStatus({ takesRefusals: false });
  serviceWorker.addEventListener('message', onMessage);
  // The first worker that controls the page may be one that does not handle status requests.
  serviceWorker.addEventListener('controllerchange', requestStatus);
  requestStatus();
  return () => {
    serviceWorker.removeEventListener('message', onMessage);
    serviceWorker.removeEventListener('controllerchange', requestStatus);
  };
}

/** Requests that the service worker sends waiting actions and responds with the status. */
export function requestOutboxStatus({ takesRefusals }: Pick<OutboxRequest, 'takesRefusals'>): void {
  const worker = navigator.serviceWorker?.controller;
  // A worker without a query in its URL would take the request for a sign-out (`SERVICE_WORKER_URL`).
  if (worker && new URL(worker.scriptURL).search)
    worker.postMessage({ type: 'outbox', takesRefusals } satisfies OutboxRequest);
}

/** Returns the number of the reader's actions that wait to be sent, without readings and listening positions. */
export function useWaitingCount(): number {
  const [count, setCount] = useState(0);
  useEffect(() => watchOutbox(({ waiting }) => setCount(waiting)), []);
  return count;
}
