import { downloadsCopy } from '#web/copy/downloads.ts';
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts';
import type { PlayableArticle } from './player-state.ts';

const loadDownloadsDialog = () =>
  import('./downloads-dialog.tsx').then((chunk) => chunk.DownloadsDialog);

interface DownloadsButtonProps {
  /** Loads all bookmarked articles that have a narration. The dialog offers to download their narrations. */
  loadBookmarks: () => Promise<readonly PlayableArticle[]>;
}

/** A button that opens the list of downloaded narrations, for readers with Premium. */
export function DownloadsButton({ loadBookmarks }: DownloadsButtonProps) {
  const { Dialog, state, open } = useLazyDialog(loadDownloadsDialog, downloadsCopy.openFailed);
  return (
    <>
      <button
        ref={state.opener}
        className="btn btn-line needs-js premium-only"
        type="button"
        aria-haspopup="dialog"
        aria-expanded={state.isOpen}
        onClick={open}
      >
        {downloadsCopy.title}
      </button>
      {Dialog && <Dialog {...state} loadBookmarks={loadBookmarks} />}
    </>
  );
}
