import type { ReactNode } from 'react';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { copy } from '../copy.ts';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';

const words = copy.common;

interface ConfirmDialogProps extends BaseDialogProps {
  title: string;
  /** One or two sentences about the action's consequences. */
  children: ReactNode;
  /** Label of the button that confirms the action. It begins with a verb. */
  action: string;
  isBusy?: boolean;
  onConfirm: () => void;
}

/** Shows a dialog that asks for confirmation before an action that has visible effects for readers. */
export function ConfirmDialog({
  title,
  children,
  action,
  isBusy = false,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) {
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
