import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog } from '@base-ui/react/dialog';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { COPIED_DURATION, MESSAGES } from '#domain/messages.ts';
import { Icon } from '#web/ui/icons.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { copyText } from './copy-text.ts';
import styles from './share-sheet.module.css';
import { SHARE_TARGETS, type Shared } from './targets.ts';

interface ShareSheetProps {
  shared: Shared;
  /** Where the focus goes when it closes. */
  opener: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onClose: () => void;
}

/** The ways to share: a sheet from below on a phone, a panel under the header elsewhere. */
export function ShareSheet({ shared, opener, isOpen, onClose }: ShareSheetProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <CSPProvider disableStyleElements>
      <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
        <Dialog.Portal>
          <Dialog.Backdrop className={styles.backdrop} />
          <Dialog.Popup ref={popup} className={styles.sheet} finalFocus={opener}>
            <Dialog.Title className={styles.title}>Share</Dialog.Title>
            <Dialog.Description className={styles.what}>{shared.title}</Dialog.Description>
            <Dialog.Close className={`icon-btn ${styles.close}`} aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
            <ul className={styles.targets}>
              {SHARE_TARGETS.map(({ name, mark, address }) => (
                <li key={name}>
                  <a
                    href={address(shared)}
                    target="_blank"
                    rel="noopener noreferrer"
                    onClick={onClose}
                  >
                    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                      <path d={mark} />
                    </svg>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
            <div className={styles.own}>
              <CopyLink url={shared.url} host={popup} />
              {'share' in navigator && <NativeShare shared={shared} onShared={onClose} />}
            </div>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </CSPProvider>
  );
}

function CopyLink({ url, host }: { url: string; host: RefObject<HTMLElement | null> }) {
  const [copies, setCopies] = useState(0);
  const [isCopied, setIsCopied] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each copy has its own three seconds
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_DURATION);
    return () => clearTimeout(timer);
  }, [isCopied, copies]);

  async function copy() {
    try {
      await copyText(url, host.current!);
      setIsCopied(true);
      setCopies((count) => count + 1);
    } catch {
      showToast({ kind: 'error', text: MESSAGES.shareFailed });
    }
  }

  return (
    <button className="btn btn-line btn-l" type="button" onClick={copy}>
      <Icon name={isCopied ? 'check' : 'link'} />
      <span aria-live="polite">{isCopied ? 'Copied!' : 'Copy link'}</span>
    </button>
  );
}

/** The device's own sheet, with every app that can take a link. */
function NativeShare({ shared, onShared }: { shared: Shared; onShared: () => void }) {
  async function share() {
    try {
      await navigator.share(shared);
      onShared();
    } catch (error) {
      // The reader thought better of it.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast({ kind: 'error', text: MESSAGES.shareFailed });
    }
  }

  return (
    <button className="btn btn-line btn-l" type="button" onClick={share}>
      <Icon name="share" />
      Other apps
    </button>
  );
}
