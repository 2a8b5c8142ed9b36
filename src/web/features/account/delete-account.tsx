import { type ReactNode, useRef } from 'react';
import { useReader } from '#web/lib/session.ts';
import { useLateDialog } from './use-late-dialog.ts';

const loadDialog = () =>
  import('./delete-account-dialog.tsx').then((chunk) => chunk.DeleteAccountDialog);

interface DeleteAccountProps {
  className?: string | undefined;
  children: ReactNode;
}

/** Leads to the end of an account. */
export function DeleteAccount({ className, children }: DeleteAccountProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const email = useReader()?.email ?? '';
  const { Dialog, isOpen, open, close } = useLateDialog(loadDialog);
  return (
    <>
      <button
        ref={opener}
        className={className}
        type="button"
        aria-haspopup="dialog"
        onClick={open}
      >
        {children}
      </button>
      {Dialog && <Dialog email={email} isOpen={isOpen} opener={opener} onClose={close} />}
    </>
  );
}
