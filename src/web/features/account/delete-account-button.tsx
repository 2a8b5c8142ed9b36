import type { ReactNode } from 'react';
import { accountErrorsCopy } from '#web/copy/account-errors.ts';
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts';
import { useReader } from '#web/reader/session.ts';

const loadDialog = () =>
  import('./delete-account-dialog.tsx').then((chunk) => chunk.DeleteAccountDialog);

interface DeleteAccountProps {
  className?: string | undefined;
  children: ReactNode;
}

/** The button that opens the dialog for deleting the account. */
export function DeleteAccountButton({ className, children }: DeleteAccountProps) {
  const email = useReader()?.email ?? '';
  const { Dialog, state, open } = useLazyDialog(loadDialog, accountErrorsCopy.dialogFailed);
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
      {Dialog && <Dialog {...state} email={email} />}
    </>
  );
}
