import type { Queries } from '#server/platform/db/database.ts';
import { listStripeEvents, saveStripeObject } from './repository.ts';

/** A function that sends an event and returns true if the receiver accepted the event. */
export type EventSender = (payload: string) => Promise<boolean>;

/** The number of milliseconds between checks for pending events. */
const POLL_INTERVAL = 5000;

export interface EventDelivery {
  /** Starts sending the pending events immediately, without waiting for the next regular check. */
  deliverPending(): void;
  stop(): Promise<void>;
}

/**
 * Starts delivering the demo processor's events. Sends each event repeatedly until the receiver accepts it. As with
 * Stripe, events may arrive in any order. An event arrives twice if two processes send it at the same time.
 */
export function startEventDelivery(
  queries: Queries,
  deliver: EventSender,
  report: (error: unknown) => void,
): EventDelivery {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const run = async () => {
    do {
      isRequested = false;
      for (const event of await listStripeEvents(queries, { isPending: true }))
        if (await deliver(JSON.stringify(event)))
          await saveStripeObject(queries, { ...event, pending_webhooks: 0 });
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
