import type { OutboxStatus } from '#web/lib/outbox-messages.ts';
import { type PageMessage, SERVICE_WORKER_URL } from '#web/lib/service-worker-messages.ts';

/** A fake of the browser's service worker container, with a worker that controls the page. */
export class FakeServiceWorkerContainer extends EventTarget {
  /** Messages from the page. */
  received: PageMessage[] = [];
  controller = {
    scriptURL: `https://octavo.example${SERVICE_WORKER_URL}`,
    postMessage: (message: PageMessage) => void this.received.push(message),
  };

  /** Sends a message to the page. */
  send(status: Partial<OutboxStatus>): void {
    const data: OutboxStatus = { type: 'outbox', waiting: 0, isEmpty: true, ...status };
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** Adds a fake service worker to the page until {@link removeFakeServiceWorkerContainer} is called. */
export function installFakeServiceWorkerContainer(): FakeServiceWorkerContainer {
  const value = new FakeServiceWorkerContainer();
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
  return value;
}

export function removeFakeServiceWorkerContainer(): void {
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
