import { useMutation } from '@tanstack/react-query';
import { remove } from '#web/lib/api.ts';
import { currentReader, endSession } from '#web/reader/session.ts';
import { Dialog, type DialogState } from '#web/ui/dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';
import styles from './dialogs.module.css';
import { sayFailed } from './failure.ts';

/** Asks once, then ends every session there is. */
export function SignOutEverywhereDialog({ isOpen, opener, onClose }: DialogState) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => remove('/user/sessions'),
    onSuccess: () => {
      onClose();
      endSession();
      showToast({ kind: 'success', text: 'You are signed out on every device.' });
    },
    onError: (error) => {
      if (!currentReader()) onClose();
      sayFailed(error, 'Your devices could not be signed out. Please try again.');
    },
  });
  return (
    <Dialog
      title="Sign Out Everywhere?"
      description="Every device is signed out, this one too. Your bookmarks and the authors you follow stay in your account."
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
          {isPending ? 'Signing out...' : 'Sign Out Everywhere'}
        </button>
        <button className="btn btn-line btn-l" type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
