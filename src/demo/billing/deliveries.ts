import type { Queries } from '#server/platform/db/database.ts';
import { listEvents, putObject } from './storage.ts';

/** Takes an event as it is sent; whether it was taken. */
export type Deliver = (payload: string) => Promise<boolean>;

/** Milliseconds between two looks for events nobody has taken. */
const LOOK_AGAIN = 5000;

export interface Deliveries {
  /** Sends what nobody has taken yet, now. */
  nudge(): void;
  stop(): Promise<void>;
}

/**
 * Sends every event until it is taken, as Stripe does: in no promised order, and one may come twice where two processes
 * send it at once.
 */
export function startDeliveries(
  queries: Queries,
  deliver: Deliver,
  report: (error: unknown) => void,
): Deliveries {
  let running: Promise<void> | undefined;
  let isAskedFor = false;
  const run = async () => {
    do {
      isAskedFor = false;
      for (const event of await listEvents(queries, { isPending: true }))
        if (await deliver(JSON.stringify(event)))
          await putObject(queries, { ...event, pending_webhooks: 0 });
    } while (isAskedFor);
  };
  const nudge = () => {
    isAskedFor = true;
    running ??= run()
      .catch(report)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(nudge, LOOK_AGAIN).unref();
  return {
    nudge,
    async stop() {
      clearInterval(timer);
      isAskedFor = false;
      await running;
    },
  };
}
