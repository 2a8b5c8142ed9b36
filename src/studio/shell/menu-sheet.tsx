import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icons.tsx';
import styles from './menu-sheet.module.css';

interface MenuSheetProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The whole navigation, where there is no room for it beside the screen. */
export function MenuSheet({ isOpen, onClose, children }: MenuSheetProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.sheet}>
          <Dialog.Title className="vh">All screens</Dialog.Title>
          {children}
          <a className={styles.out} href="/">
            <Icon name="out" /> See Octavo
          </a>
          <a className={styles.out} href="/auth/signout">
            <Icon name="leave" /> Sign Out
          </a>
          <Dialog.Close className={`icon-btn ${styles.close}`} aria-label="Close">
            <Icon name="close" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
