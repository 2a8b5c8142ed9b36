import { type MouseEvent, useEffect, useState } from 'react';
import { COPIED_DURATION, MESSAGES } from '#domain/messages.ts';
import { Dialog, type DialogState } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { copyText } from './copy-text.ts';
import styles from './share-sheet.module.css';
import { SHARE_TARGETS, type Shared } from './targets.ts';

interface ShareSheetProps extends DialogState {
  shared: Shared;
}

/** The ways to share. */
export function ShareSheet({ shared, ...dialog }: ShareSheetProps) {
  const { onClose } = dialog;
  return (
    <Dialog {...dialog} title="Share" description={<cite>{shared.title}</cite>}>
      <ul className={styles.targets}>
        {SHARE_TARGETS.map(({ name, mark, address }) => (
          <li key={name}>
            <a href={address(shared)} target="_blank" rel="noopener noreferrer" onClick={onClose}>
              <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
                <path d={mark} />
              </svg>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <div className={styles.own}>
        <CopyLink url={shared.url} />
        {'share' in navigator && <NativeShare shared={shared} onShared={onClose} />}
      </div>
    </Dialog>
  );
}

function CopyLink({ url }: { url: string }) {
  const [copies, setCopies] = useState(0);
  const [isCopied, setIsCopied] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each copy has its own three seconds
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_DURATION);
    return () => clearTimeout(timer);
  }, [isCopied, copies]);

  async function copy({ currentTarget }: MouseEvent<HTMLElement>) {
    try {
      // Beside the button, and so inside the dialog.
      await copyText(url, currentTarget.parentElement!);
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
