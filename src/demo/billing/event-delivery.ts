import type { Queries } from '#server/platform/db/database.ts';
import { listEvents, saveObject } from './repository.ts';

/** Takes an event as it is sent; whether it was taken. */
export type DeliverEvent = (payload: string) => Promise<boolean>;

/** Milliseconds between two looks for events nobody has taken. */
const POLL_INTERVAL = 5000;

export interface EventDelivery {
  /** Sends what nobody has taken yet, now. */
  deliverPending(): void;
  stop(): Promise<void>;
}

/**
 * Sends every event until it is taken, as Stripe does: in no promised order, and one may come twice where two processes
 * send it at once.
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
