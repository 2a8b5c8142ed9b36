import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { ApiError, sendPost } from '#ui/lib/api.ts';
import { Link } from '#ui/link.tsx';
import { showToast } from '#ui/toast.tsx';
import { deleteAccountCopy } from '#web/copy/delete-account.ts';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { endLocalSession, readCurrentReader, useReader } from '#web/reader/session.ts';
import styles from './dialogs.module.css';
import { showAccountFailureToast } from './failure-toast.ts';

/**
 * A dialog that explains which data is deleted and when. Its button deletes the account once the reader has typed the
 * account's email address.
 */
export function DeleteAccountDialog(dialog: BaseDialogProps) {
  const email = useReader()?.email ?? '';
  const { onClose } = dialog;
  const { later } = deleteAccountCopy;
  return (
    <Dialog
      {...dialog}
      title={deleteAccountCopy.title}
      isTitleFocused
      description={deleteAccountCopy.text}
    >
      <dl className={styles.consequences}>
        <div>
          <dt>{deleteAccountCopy.rightAway.when}</dt>
          <dd>{deleteAccountCopy.rightAway.what}</dd>
        </div>
        <div>
          <dt>{later.when}</dt>
          <dd>
            {later.before}{' '}
            <Link className="link" to="/privacy#keeping" onClick={onClose}>
              {later.link}
            </Link>{' '}
            {later.after}
          </dd>
        </div>
      </dl>
      <ConfirmationForm email={email} onClose={onClose} />
    </Dialog>
  );
}

function ConfirmationForm({ email, onClose }: { email: string; onClose: () => void }) {
  const id = useId();
  const [typedEmail, setTypedEmail] = useState('');
  const { mutate, isPending } = useAccountDeletion(onClose);
  const isConfirmed = email !== '' && typedEmail.trim().toLowerCase() === email.toLowerCase();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isConfirmed && !isPending) mutate(typedEmail);
  }

  return (
    <form className={styles.confirmation} onSubmit={submit}>
      <label htmlFor={id}>
        {deleteAccountCopy.typeToConfirm} <b>{email}</b>
      </label>
      <input
        id={id}
        value={typedEmail}
        onChange={({ target }) => setTypedEmail(target.value)}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <div className={styles.actions}>
        <button
          className="btn btn-red btn-l"
          type="submit"
          disabled={!isConfirmed}
          aria-disabled={isPending}
        >
          {isPending ? deleteAccountCopy.pending : deleteAccountCopy.confirm}
        </button>
        <button className="btn btn-line btn-l" type="button" onClick={onClose}>
          {deleteAccountCopy.cancel}
        </button>
      </div>
    </form>
  );
}

/**
 * Returns a mutation that deletes the account, then signs the reader out and opens the landing page. It calls `onClose`
 * if it succeeds, and also if it fails because the session has ended.
 */
function useAccountDeletion(onClose: () => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (confirmation: string) => sendPost('/user/deletion', { confirmation }),
    onSuccess: () => {
      onClose();
      endLocalSession();
      removeCachedPersonalPayloads();
      navigate('/');
      showToast({
        kind: 'success',
        text: deleteAccountCopy.done,
      });
    },
    onError: (error) => {
      if (!readCurrentReader()) onClose();
      const isRefused = error instanceof ApiError && error.status === 400;
      showAccountFailureToast(error, isRefused ? error.message : deleteAccountCopy.failed);
    },
  });
}
