import type { Line } from '#domain/lines.ts';
import { MAX_PAGE_SIZE } from '#domain/paging.ts';
import { ApiError, sendDelete, sendGet, sendPut } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { linesCopy } from '#web/copy/lines.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';

/** Removes a kept line on the server. If this fails, shows a toast and resolves to false. */
export async function removeLineOnServer(id: string): Promise<boolean> {
  try {
    await sendDelete(`/lines/${id}`);
  } catch (error) {
    showFailure(error, linesCopy.removeFailed);
    return false;
  }
  removeCachedPersonalPayloads();
  return true;
}

/**
 * The outcome of saving a note on a kept line. `changed` means that the note was changed in another tab or on another
 * device. `removed` means that the line was removed there.
 */
export type SaveNoteOutcome = 'saved' | 'changed' | 'removed' | 'failed';

/**
 * Replaces the note on a kept line. `previous` is the note that the reader has seen. If the stored note is different,
 * it is not replaced. If `previous` is `undefined`, any note is replaced. Shows a toast if the line was removed or if
 * saving fails.
 */
export async function saveNote(
  id: string,
  note: string,
  previous: string | undefined,
): Promise<SaveNoteOutcome> {
  try {
    await sendPut(`/lines/${id}/note`, { note, previous });
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    if (status === 409) return 'changed';
    if (status !== 404) {
      showFailure(error, linesCopy.note.failed);
      return 'failed';
    }
    showToast({ kind: 'info', text: linesCopy.removedElsewhere });
    removeCachedPersonalPayloads();
    return 'removed';
  }
  removeCachedPersonalPayloads();
  return 'saved';
}

/** Resolves with the stored note on a kept line, or with `undefined` if it cannot be loaded. */
export async function fetchNote({ id, article }: Line): Promise<string | undefined> {
  try {
    const query = { article: article.id, limit: MAX_PAGE_SIZE };
    const { lines } = await sendGet<{ lines: Line[] }>('/lines', query);
    return lines.find((line) => line.id === id)?.note;
  } catch {
    return undefined;
  }
}

function showFailure(error: unknown, text: string): void {
  logAndReportError(error, 'A line could not be changed');
  showToast({ kind: 'error', text });
}
