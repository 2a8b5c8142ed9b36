import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { uiCopy } from './copy.ts';
import styles from './dialog.module.css';
import { useCloseOnBack } from './dialog-back.ts';
import { isShown, pageHeading } from './focus.ts';
import { Icon } from './icons.tsx';

/** What every dialog is told by whoever opens it. */
export interface DialogState {
  isOpen: boolean;
  onClose: () => void;
  /** Where the focus goes when it closes; while it holds nothing, to what had it before. */
  opener: RefObject<HTMLElement | null>;
}

interface DialogProps extends DialogState {
  title: string;
  /** There is something to read before anything is pressed: the focus starts at the title. */
  isReadFirst?: boolean;
  /** What stands above the title. */
  lead?: ReactNode;
  /** One or two sentences under the title. */
  description?: ReactNode;
  isCentered?: boolean;
  children?: ReactNode;
}

/**
 * Asks for the reader's attention: a sheet from below on a phone, a panel in the middle elsewhere. Escape, the way back,
 * the cross and a press beside it close it. Weighs 20 KB with what is under it, so whoever uses it is a
 * chunk of its own, loaded when first needed.
 */
export function Dialog({
  title,
  isReadFirst = false,
  lead,
  description,
  isCentered = false,
  isOpen,
  onClose,
  opener,
  children,
}: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  useCloseOnBack(popup, isOpen, onClose);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
        <Base.Portal>
          <Base.Backdrop className={styles.backdrop} forceRender />
          <Base.Popup
            ref={popup}
            className={styles.dialog}
            data-centered={isCentered || undefined}
            initialFocus={isReadFirst ? heading : true}
            finalFocus={() => focusAfter(opener)}
          >
            {lead}
            <Base.Title
              className={styles.title}
              ref={heading}
              tabIndex={isReadFirst ? -1 : undefined}
            >
              {title}
            </Base.Title>
            {description && (
              <Base.Description className={styles.description}>{description}</Base.Description>
            )}
            {children}
            <Base.Close className={`icon-btn ${styles.close}`} aria-label={uiCopy.close}>
              <Icon name="close" />
            </Base.Close>
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

/**
 * Returns what takes the focus after a dialog: its opener; the page's heading, if the opener is gone. `false` leaves the
 * focus to another dialog that has opened in the place of this one.
 */
function focusAfter({ current }: DialogState['opener']): HTMLElement | boolean {
  const other = document.querySelector('[role=dialog][data-open]');
  if (other) return current && other.contains(current) ? current : false;
  if (!current) return true;
  return isShown(current) ? current : (pageHeading() ?? true);
}
