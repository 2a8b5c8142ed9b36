import { sendDelete, sendPut } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';

/** Removes a line. Shows a toast and resolves to false if this fails. */
export function removeLine(id: string): Promise<boolean> {
  return attempt(() => sendDelete(`/lines/${id}`), linesCopy.removeFailed);
}

/** Replaces the note of a line. Shows a toast and resolves to false if this fails. */
export function saveNote(id: string, note: string): Promise<boolean> {
  return attempt(() => sendPut(`/lines/${id}/note`, { note }), linesCopy.note.failed);
}

async function attempt(send: () => Promise<unknown>, failure: string): Promise<boolean> {
  try {
    await send();
  } catch (error) {
    logAndReportError(error, 'A line could not be changed');
    showToast({ kind: 'error', text: failure });
    return false;
  }
  removeCachedPersonalPayloads();
  return true;
}
