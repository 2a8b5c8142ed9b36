import { awaitChunk } from '#ui/lib/chunks.ts';
import { showToast } from '#ui/toast.tsx';
import { offlineCopy } from '#web/copy/offline.ts';
import type { OutboxStatus } from '#web/lib/outbox-messages.ts';
import { createRetryScheduler } from '#web/lib/retry-scheduler.ts';
import { askForOutboxStatus, watchOutbox } from '#web/reader/outbox.ts';

/**
 * Tells the reader when an action of this page waits to be sent, and when the server has refused one. Asks the service
 * worker again and again while something waits. Returns a function that stops this.
 */
export function followOutbox(): () => void {
  const retries = createRetryScheduler({ isEndless: true });
  const ask = () => askForOutboxStatus({ takesRefusals: false });
  const leave = watchOutbox((status) => {
    if (status.isSaved) showToast({ kind: 'info', text: offlineCopy.savedHere });
    // If the code fails to load, another page shows the refusals.
    handleResults(status).catch(() => {});
    if (status.isEmpty) retries.reset();
    else retries.schedule(ask);
  });
  document.addEventListener('visibilitychange', ask);
  return () => {
    leave();
    retries.reset();
    document.removeEventListener('visibilitychange', ask);
  };
}

async function handleResults({ sent = [], hasRefusals, refusals = [] }: OutboxStatus) {
  const areRefusalsWanted = hasRefusals && !document.hidden;
  if (!sent.length && !refusals.length && !areRefusalsWanted) return;
  const { updateAfterSending, undoRefusals } = await awaitChunk(import('./outbox-results.ts'));
  // Refusals are taken only once the code that shows them is loaded.
  if (areRefusalsWanted) askForOutboxStatus({ takesRefusals: true });
  await updateAfterSending(sent);
  await undoRefusals(refusals);
}
