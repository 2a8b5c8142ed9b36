import type { ReactNode } from 'react';
import { Dialog, type DialogState } from '#ui/dialog.tsx';
import { copy } from '../copy.ts';
import { Button } from './button.tsx';
import styles from './confirm.module.css';

const words = copy.common;

interface ConfirmProps extends DialogState {
  title: string;
  /** What comes of it, in a sentence or two. */
  children: ReactNode;
  /** What is done: a verb. */
  action: string;
  isBusy?: boolean;
  onConfirm: () => void;
}

/** Asks once more before something that readers notice. */
export function Confirm({
  title,
  children,
  action,
  isBusy = false,
  onConfirm,
  ...dialog
}: ConfirmProps) {
  return (
    <Dialog {...dialog} title={title} description={children}>
      <div className={styles.actions}>
        <button className="btn btn-line" type="button" onClick={dialog.onClose}>
          {words.cancel}
        </button>
        <Button className="btn btn-red" type="button" isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
