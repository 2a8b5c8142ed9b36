import { awaitChunk } from '#ui/lib/chunks.ts';
import { showToast } from '#ui/toast.tsx';
import { offlineCopy } from '#web/copy/offline.ts';
import type { OutboxStatus } from '#web/lib/outbox-messages.ts';
import { createRetryScheduler } from '#web/lib/retry-scheduler.ts';
import { requestOutboxStatus, watchOutbox } from '#web/reader/outbox.ts';

/**
 * Notifies the reader when an action of this page waits to be sent, and when the server has refused one. Requests the
 * status from the service worker repeatedly while an action waits. Returns a function that stops this.
 */
export function followOutbox(): () => void {
  const retries = createRetryScheduler({ isEndless: true });
  const requestStatus = () => requestOutboxStatus({ takesRefusals: false });
  const stopWatching = watchOutbox((status) => {
    if (status.isSaved) showToast({ kind: 'info', text: offlineCopy.savedHere });
    // If the code fails to load, another page shows the refusals.
    handleResults(status).catch(() => {});
    if (status.isEmpty) retries.reset();
    else retries.schedule(requestStatus);
  });
  document.addEventListener('visibilitychange', requestStatus);
  return () => {
    stopWatching();
    retries.reset();
    document.removeEventListener('visibilitychange', requestStatus);
  };
}

async function handleResults({ sent = [], hasRefusals, refusals = [] }: OutboxStatus) {
  const shouldRequestRefusals = hasRefusals && !document.hidden;
  if (!sent.length && !refusals.length && !shouldRequestRefusals) return;
  const { updateAfterSending, undoRefusals } = await awaitChunk(import('./outbox-results.ts'));
  // Refusals are requested only once the code that shows them is loaded.
  if (shouldRequestRefusals) requestOutboxStatus({ takesRefusals: true });
  await updateAfterSending(sent);
  await undoRefusals(refusals);
}
