import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts';

const loadDialog = () => import('./reading-dialog.tsx').then((chunk) => chunk.ReadingDialog);

/** The button that opens the dialog with the reading settings. */
export function ReadingSettingsButton() {
  const { Dialog, state, open } = useLazyDialog(loadDialog, sharedControlsCopy.readingFailed);
  return (
    <>
      <button
        ref={state.opener}
        className="icon-btn needs-js"
        type="button"
        aria-label={sharedControlsCopy.reading}
        aria-haspopup="dialog"
        aria-expanded={state.isOpen}
        onClick={open}
      >
        Aa
      </button>
      {Dialog && <Dialog {...state} />}
    </>
  );
}
