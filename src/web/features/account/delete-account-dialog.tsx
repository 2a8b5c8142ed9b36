import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, post } from '#web/lib/api.ts';
import { forgetPersonalPayloads } from '#web/pages/payloads.ts';
import { currentReader, endSession } from '#web/reader/session.ts';
import { Dialog, type DialogState } from '#web/ui/dialog.tsx';
import { Link } from '#web/ui/link.tsx';
import { showToast } from '#web/ui/toast.tsx';
import styles from './dialogs.module.css';
import { sayFailed } from './failure.ts';

interface DeleteAccountDialogProps extends DialogState {
  /** Of the account: typed, it is the reader's yes. */
  email: string;
}

/** Says what goes and when, and deletes the account once the reader has typed whose it is. */
export function DeleteAccountDialog({ email, ...dialog }: DeleteAccountDialogProps) {
  const { onClose } = dialog;
  return (
    <Dialog
      {...dialog}
      title="Delete your account?"
      isReadFirst
      description="There is no way back, for you or for us."
    >
      <dl className={styles.consequences}>
        <div>
          <dt>At once</dt>
          <dd>
            You are signed out on all devices, and Octavo forgets how you sign in, whom you follow
            and what feedback you gave.
          </dd>
        </div>
        <div>
          <dt>Within 90 days</dt>
          <dd>
            Everything else goes: your name and e-mail address, bookmarks and reports. The{' '}
            <Link className="link" to="/privacy#keeping" onClick={onClose}>
              privacy policy
            </Link>{' '}
            has the details.
          </dd>
        </div>
      </dl>
      <Confirmation email={email} onClose={onClose} />
    </Dialog>
  );
}

function Confirmation({ email, onClose }: { email: string; onClose: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const { mutate, isPending } = useDeletion(onClose);
  const isConfirmed = email !== '' && typed.trim().toLowerCase() === email.toLowerCase();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isConfirmed && !isPending) mutate(typed);
  }

  return (
    <form className={styles.confirmation} onSubmit={submit}>
      <label htmlFor={id}>
        To confirm, type <b>{email}</b>
      </label>
      <input
        id={id}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
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
          {isPending ? 'Deleting...' : 'Delete account'}
        </button>
        <button className="btn btn-line btn-l" type="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </form>
  );
}

/** Deletes the account; afterwards nobody is signed in, and the page is the landing page. */
function useDeletion(onClose: () => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (confirmation: string) => post('/user/deletion', { confirmation }),
    onSuccess: () => {
      onClose();
      endSession();
      forgetPersonalPayloads();
      navigate('/');
      showToast({
        kind: 'success',
        text: 'Your account is deleted. You are signed out everywhere.',
      });
    },
    onError: (error) => {
      if (!currentReader()) onClose();
      const isRefused = error instanceof ApiError && error.status === 400;
      sayFailed(
        error,
        isRefused ? error.message : 'Your account could not be deleted. Please try again.',
      );
    },
  });
}
