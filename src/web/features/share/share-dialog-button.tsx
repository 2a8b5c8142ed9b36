import { ERROR_MESSAGES } from '#domain/messages.ts';
import { Icon } from '#ui/icons.tsx';
import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts';
import type { ShareableArticle } from './targets.ts';

const loadDialog = () => import('./share-dialog.tsx').then((chunk) => chunk.ShareDialog);

/** The button that opens the share dialog. */
export function ShareDialogButton({ article }: { article: ShareableArticle }) {
  const { Dialog, state, open } = useLazyDialog(loadDialog, ERROR_MESSAGES.shareFailed);
  return (
    <>
      <button
        ref={state.opener}
        className="icon-btn needs-js"
        type="button"
        aria-label={sharedControlsCopy.share}
        aria-haspopup="dialog"
        aria-expanded={state.isOpen}
        onClick={open}
      >
        <Icon name="share" />
      </button>
      {Dialog && <Dialog {...state} article={article} />}
    </>
  );
}
