import type { Queries } from '#server/platform/db/database.ts';
import { listEvents, saveObject } from './repository.ts';

/** Function that sends an event. It returns true if the receiver has accepted the event. */
export type DeliverEvent = (payload: string) => Promise<boolean>;

/** Milliseconds between two checks for pending events. */
const POLL_INTERVAL = 5000;

export interface EventDelivery {
  /** Starts sending the pending events immediately. */
  deliverPending(): void;
  stop(): Promise<void>;
}

/**
 * Sends each event of the demo processor repeatedly until the receiver accepts it. As with Stripe, the order
 * is not guaranteed, and an event may arrive twice if two processes send it.
 */
export function startEventDelivery(
  queries: Queries,
  deliver: DeliverEvent,
  report: (error: unknown) => void,
): EventDelivery {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const run = async () => {
    do {
      isRequested = false;
      for (const event of await listEvents(queries, { isPending: true }))
        if (await deliver(JSON.stringify(event)))
          await saveObject(queries, { ...event, pending_webhooks: 0 });
    } while (isRequested);
  };
  const deliverPending = () => {
    isRequested = true;
    running ??= run()
      .catch(report)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(deliverPending, POLL_INTERVAL).unref();
  return {
    deliverPending: deliverPending,
    async stop() {
      clearInterval(timer);
      isRequested = false;
      await running;
    },
  };
}
