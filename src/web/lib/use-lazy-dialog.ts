import { type ComponentType, useCallback, useRef, useState } from 'react';
import type { BaseDialogProps } from '#ui/dialog.tsx';
import { awaitChunk } from '#ui/lib/chunks.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';

/**
 * Loads a dialog on the first click, because its code and dependencies add up to 20 KB. Until then, `Dialog` is
 * `undefined`. `state` contains the dialog's props, and `state.opener` is the ref for the button. If loading fails,
 * shows `failureMessage` as a toast. `load` and `failureMessage` must be the same in every render.
 */
export function useLazyDialog<Props extends BaseDialogProps>(
  load: () => Promise<ComponentType<Props>>,
  failureMessage: string,
) {
  const opener = useRef<HTMLButtonElement>(null);
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const [isOpen, setIsOpen] = useState(false);

  const open = useCallback(async () => {
    try {
      const loaded = await awaitChunk(load());
      setDialog(() => loaded);
      setIsOpen(true);
    } catch (error) {
      logAndReportError(error, 'A dialog could not be loaded');
      showToast({ kind: 'error', text: failureMessage });
    }
  }, [load, failureMessage]);

  return { Dialog, state: { isOpen, onClose: () => setIsOpen(false), opener }, open };
}
