import { showToast } from '#ui/toast.tsx';
import { offlineCopy } from '#web/copy/offline.ts';
import { bookmarkSet } from '#web/features/bookmarks/bookmark-set.ts';
import { followSet } from '#web/features/follows/follow-set.ts';
import type { RefusedAction, SentAction, WaitingActionKind } from '#web/lib/outbox-messages.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { finishedSet } from '#web/reader/finished-set.ts';
import { type RemoveItemsLink, showPlanLimitDialog } from '#web/reader/prompt.ts';
import { reloadReaderItemSet } from '#web/reader/reload-reader-set.ts';
import { readCurrentReader } from '#web/reader/session.ts';

/** Updates the page after the service worker has sent waiting actions to the server. */
export async function updatePageAfterSending(sent: readonly SentAction[]): Promise<void> {
  if (sent.length) removeCachedPersonalPayloads();
  if (sent.some(({ kind }) => kind === 'reading')) void reloadReaderItemSet(finishedSet);
  const lines = sent.filter(({ lineId }) => lineId);
  if (!lines.length) return;
  const { replaceLineId } = await loadKeptLines();
  for (const { id, lineId } of lines) replaceLineId(id, lineId!);
}

/** Undoes actions that the server has refused, and shows the server's reasons. */
export async function undoRefusedActions(refusals: readonly RefusedAction[]): Promise<void> {
  if (!refusals.length) return;
  removeCachedPersonalPayloads();
  const kinds = new Set(refusals.map(({ kind }) => kind));
  if (kinds.has('bookmark')) void reloadReaderItemSet(bookmarkSet);
  if (kinds.has('follow')) void reloadReaderItemSet(followSet);
  const lines = refusals.filter(({ kind }) => kind === 'line');
  // The page may know the line (a saved passage) by either of two IDs. A restored line has its own ID, which is at the
  // end of the request's path. A new line has the action's ID as its temporary ID.
  if (lines.length)
    (await loadKeptLines()).showLinesAsNotKept(
      lines.flatMap(({ id, path }) => [id, path.split('/').at(-1)!]),
    );
  const feedback = refusals.filter(({ kind }) => kind === 'feedback');
  // If the feedback cannot be reloaded, the reasons for the refusals are still shown.
  if (feedback.length) reloadRefusedFeedback(feedback).catch(() => {});
  for (const { kind, method, path } of refusals) {
    const alias = decodeURIComponent(path.split('/')[2]!);
    if (kind === 'follow') followSet.onChange!(alias, method === 'DELETE');
  }
  await showReasons(refusals);
}

/** Reloads the reader's feedback on the affected articles, because the server has refused to change it. */
async function reloadRefusedFeedback(refusals: readonly RefusedAction[]): Promise<void> {
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  const { reloadFeedbackIfLoaded } = await import('#web/features/feedback/feedback.ts');
  for (const { path } of refusals) {
    const [, , authorAlias, id] = path.split('/');
    void reloadFeedbackIfLoaded(reader, { authorAlias: decodeURIComponent(authorAlias!), id: id! });
  }
}

/**
 * Shows each reason for a refusal once. The first exceeded plan limit appears in a dialog, and all other reasons appear
 * in toasts.
 */
async function showReasons(refusals: readonly RefusedAction[]): Promise<void> {
  const counts = new Map<string, { refusal: RefusedAction; count: number }>();
  for (const refusal of refusals) {
    const key = `${getCopyKey(refusal)} ${refusal.message}`;
    counts.set(key, { refusal, count: 1 + (counts.get(key)?.count ?? 0) });
  }
  let hasDialog = false;
  for (const { refusal, count } of counts.values()) {
    const text = `${offlineCopy.refused[getCopyKey(refusal)](count)} ${refusal.message}`.trim();
    const isFirstLimit = refusal.status === 403 && !hasDialog;
    const link: RemoveItemsLink | undefined = isFirstLimit
      ? await findRemoveItemsLink(refusal.kind)
      : undefined;
    if (link) {
      showPlanLimitDialog(text, link);
      hasDialog = true;
    } else showToast({ kind: 'warning', text });
  }
}

function getCopyKey({ kind, method }: RefusedAction): keyof typeof offlineCopy.refused {
  // The service worker does not report refused reading and listening positions, so the text chosen for them here is
  // never shown.
  return method === 'DELETE' || kind === 'reading' || kind === 'position' ? 'removal' : kind;
}

/** Returns the link to a page where the reader can remove items to get below a plan limit. */
async function findRemoveItemsLink(kind: WaitingActionKind): Promise<RemoveItemsLink | undefined> {
  if (kind === 'bookmark') return bookmarkSet.removeItemsLink;
  if (kind === 'follow') return followSet.removeItemsLink;
  return kind === 'line' ? (await loadKeptLines()).REMOVE_LINES_LINK : undefined;
}

const loadKeptLines = () => import('#web/features/lines/kept-lines.ts');
