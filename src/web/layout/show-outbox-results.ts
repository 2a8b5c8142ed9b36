import { awaitChunk } from '#ui/lib/chunks.ts';
import { showToast } from '#ui/toast.tsx';
import { offlineCopy } from '#web/copy/offline.ts';
import type { OutboxStatus } from '#web/lib/outbox-messages.ts';
import { createRetryScheduler } from '#web/lib/retry-scheduler.ts';
import { requestSendingAndOutboxStatus, watchOutbox } from '#web/reader/outbox.ts';

/**
 * Shows a toast when the service worker has stored one of this page's actions to send it later. Also shows which
 * actions the server has refused. While any actions are waiting, repeatedly asks the service worker to send them and to
 * report the outbox's status. Returns a function that stops these updates.
 */
export function showOutboxResults(): () => void {
  const retries = createRetryScheduler({ isEndless: true });
  // The service worker passes each refused action to one page only, and then forgets it. This page therefore requests
  // the refused actions only after it has loaded the code that shows them.
  const requestStatus = () => requestSendingAndOutboxStatus({ takesRefusals: false });
  const stopWatching = watchOutbox((status) => {
    if (status.isSaved) showToast({ kind: 'info', text: offlineCopy.savedHere });
    // If the code that shows refused actions fails to load, another page shows them.
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
  const { updatePageAfterSending, undoRefusedActions } = await awaitChunk(
    import('./outbox-results.ts'),
  );
  // The code that shows refused actions is loaded now, so this page can request them.
  if (shouldRequestRefusals) requestSendingAndOutboxStatus({ takesRefusals: true });
  await updatePageAfterSending(sent);
  await undoRefusedActions(refusals);
}
