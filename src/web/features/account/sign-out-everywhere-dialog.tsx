import { useMutation } from '@tanstack/react-query';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { sendDelete } from '#ui/lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { signOutEverywhereCopy } from '#web/copy/sign-out-everywhere.ts';
import { endLocalSession, readCurrentReader } from '#web/reader/session.ts';
import styles from './dialogs.module.css';
import { showAccountFailureToast } from './failure-toast.ts';

/** A dialog that asks for confirmation, then ends all sessions of the account. */
export function SignOutEverywhereDialog({ isOpen, opener, onClose }: BaseDialogProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendDelete('/user/sessions'),
    onSuccess: () => {
      onClose();
      endLocalSession();
      showToast({ kind: 'success', text: signOutEverywhereCopy.done });
    },
    onError: (error) => {
      if (!readCurrentReader()) onClose();
      showAccountFailureToast(error, signOutEverywhereCopy.failed);
    },
  });
  return (
    <Dialog
      title={signOutEverywhereCopy.title}
      description={signOutEverywhereCopy.text}
      isOpen={isOpen}
      opener={opener}
      onClose={onClose}
    >
      <div className={styles.actions}>
        <button
          className="btn btn-red btn-l"
          type="button"
          aria-disabled={isPending}
          onClick={() => !isPending && mutate()}
        >
          {isPending ? signOutEverywhereCopy.pending : signOutEverywhereCopy.confirm}
        </button>
        <button className="btn btn-line btn-l" type="button" onClick={onClose}>
          {signOutEverywhereCopy.cancel}
        </button>
      </div>
    </Dialog>
  );
}
