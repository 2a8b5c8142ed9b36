import type { ComponentType, ReactNode } from 'react';
import type { BaseDialogProps } from '#ui/dialog.tsx';
import { accountErrorsCopy } from '#web/copy/account-errors.ts';
import { useLazyDialog } from './use-lazy-dialog.ts';

interface LazyDialogButtonProps {
  /** Loads the dialog's component. Must be the same function in every render. */
  load: () => Promise<ComponentType<BaseDialogProps>>;
  className?: string | undefined;
  children: ReactNode;
}

/** Shows a button that opens a dialog. The dialog's code is loaded on the first click. */
export function LazyDialogButton({ load, className, children }: LazyDialogButtonProps) {
  const { Dialog, state, open } = useLazyDialog(load, accountErrorsCopy.dialogFailed);
  return (
    <>
      <button
        ref={state.opener}
        className={className}
        type="button"
        aria-haspopup="dialog"
        onClick={open}
      >
        {children}
      </button>
      {Dialog && <Dialog {...state} />}
    </>
  );
}
