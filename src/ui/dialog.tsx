import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { uiCopy } from './copy.ts';
import styles from './dialog.module.css';
import { useCloseOnBack } from './dialog-back.ts';
import { getFocusableHeading, isElementVisible } from './focus.ts';
import { Icon } from './icons.tsx';

/** The props that a dialog receives from the component that opens it. */
export interface BaseDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /**
   * Element that receives focus when the dialog closes. If the ref is empty, focus returns to the element that had it
   * before the dialog opened.
   */
  opener: RefObject<HTMLElement | null>;
}

interface DialogProps extends BaseDialogProps {
  title: string;
  /**
   * True to focus the title when the dialog opens. Screen readers then start reading at the title instead of at the
   * first control.
   */
  isTitleFocused?: boolean;
  /** Content above the dialog's title. */
  lead?: ReactNode;
  /** A description of one or two sentences below the dialog's title. */
  description?: ReactNode;
  isCentered?: boolean;
  /**
   * True for a dialog whose choices immediately change the page behind it. The page is not dimmed, and on a wide screen
   * the dialog is beside the text.
   */
  isAside?: boolean;
  children?: ReactNode;
}

/**
 * A modal dialog. On a phone, it covers the bottom of the screen. On wider screens, it is a centered panel. The Escape
 * key, the back button, the close button and a click outside close it. The component and its dependencies are 20 KB in
 * size, so each dialog is in a separate chunk that is loaded on demand.
 */
export function Dialog({
  title,
  isTitleFocused = false,
  lead,
  description,
  isCentered = false,
  isAside = false,
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
          <Base.Backdrop
            className={styles.backdrop}
            data-aside={isAside || undefined}
            forceRender
          />
          <Base.Popup
            ref={popup}
            className={styles.dialog}
            data-centered={isCentered || undefined}
            data-aside={isAside || undefined}
            initialFocus={isTitleFocused ? heading : true}
            finalFocus={() => findFinalFocus(opener)}
          >
            {lead}
            <Base.Title
              className={styles.title}
              ref={heading}
              tabIndex={isTitleFocused ? -1 : undefined}
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
 * Returns the element to focus after a dialog closes: the element in `opener`, or the page's heading if that element is
 * no longer visible. If `opener` is empty, returns `true`, which stands for the previously focused element. If another
 * dialog is open, returns the element in `opener` only if that dialog contains it. Otherwise, returns `false`, so that
 * focus stays in the other dialog.
 */
function findFinalFocus({ current }: BaseDialogProps['opener']): HTMLElement | boolean {
  const otherDialog = document.querySelector('[role=dialog][data-open]');
  if (otherDialog) return current && otherDialog.contains(current) ? current : false;
  if (!current) return true;
  return isElementVisible(current) ? current : (getFocusableHeading() ?? true);
}
