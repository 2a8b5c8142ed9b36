import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { useCloseOnBack } from '#ui/dialog-back.ts';
import { copy } from '../copy.ts';
import { Icon } from '../ui/icons.tsx';
import styles from './menu-sheet.module.css';

const words = copy.shell;

interface MenuSheetProps {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Shows the complete navigation in a sheet, for windows that are too narrow to show it beside the screen. */
export function MenuSheet({ isOpen, onClose, children }: MenuSheetProps) {
  const popup = useRef<HTMLDivElement>(null);
  useCloseOnBack(popup, isOpen, onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup ref={popup} className={styles.sheet}>
          <Dialog.Title className="vh">{words.allScreens}</Dialog.Title>
          {children}
          <a className={styles.out} href="/">
            <Icon name="out" /> {words.view}
          </a>
          <a className={styles.out} href="/auth/signout">
            <Icon name="leave" /> {words.signOut}
          </a>
          <Dialog.Close className={`icon-btn ${styles.close}`} aria-label={words.close}>
            <Icon name="close" />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
