import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useCloseOnBack } from '#ui/dialog-back.ts';
import { copy } from '../copy.ts';
import styles from './dialog.module.css';
import { focusImmediately } from './focus-immediately.ts';
import { Icon } from './icons.tsx';

const words = copy.common;

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Note of one or two sentences below the dialog's title. */
  note?: ReactNode;
  /** True if the dialog must be wide enough for two columns. */
  isWide?: boolean;
  /** True if the title gets the initial focus. Use it if users should read the text before they act. */
  focusesTitle?: boolean;
  /** Buttons at the bottom of the dialog. The primary button comes last. */
  actions?: ReactNode;
  /** Element that receives focus after the dialog has closed. Default: the element that had focus before. */
  finalFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

const FIELD_SELECTOR = 'input, select, textarea';

/** Shows a modal dialog: a bottom sheet on a phone, and a centered panel on larger screens. */
export function Dialog({
  isOpen,
  onClose,
  title,
  note,
  isWide = false,
  focusesTitle = false,
  actions,
  finalFocus,
  children,
}: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  useCloseOnBack(popup, isOpen, onClose);
  // The first field in the dialog gets the initial focus. By default, the close button would get it, because it comes
  // first in the document.
  const findInitialElement = () =>
    focusesTitle ? heading.current : body.current?.querySelector<HTMLElement>(FIELD_SELECTOR);
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={isWide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
          initialFocus={() => focusImmediately(popup.current, findInitialElement())}
          {...(finalFocus && { finalFocus })}
        >
          <header className={styles.head}>
            <Base.Title
              className={styles.title}
              ref={heading}
              tabIndex={focusesTitle ? -1 : undefined}
            >
              {title}
            </Base.Title>
            <Base.Close className={`icon-btn ${styles.close}`} aria-label={words.close}>
              <Icon name="close" />
            </Base.Close>
          </header>
          <div className={styles.body} ref={body}>
            {note && <Base.Description className={styles.note}>{note}</Base.Description>}
            {children}
          </div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
