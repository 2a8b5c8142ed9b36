import { type MouseEvent, useEffect, useState } from 'react';
import { COPIED_MESSAGE_DURATION, ERROR_MESSAGES } from '#domain/messages.ts';
import { Icon } from '#ui/icons.tsx';
import { showToast } from '#ui/toast.tsx';
import { shareCopy } from '#web/copy/share.ts';
import { copyText } from '#web/lib/copy-text.ts';

interface CopyLinkButtonProps {
  url: string;
  /** Called after the URL has been copied. */
  onCopied?: () => void;
  /** The button's accessible name. It is needed if the button's text does not say which link is copied. */
  label?: string;
  /** The button's text. Default: "Copy link". */
  text?: string;
}

/** A button that copies a URL to the clipboard. For a few seconds after the click, it shows a confirmation. */
export function CopyLinkButton({
  url,
  onCopied,
  label,
  text = shareCopy.copyLink,
}: CopyLinkButtonProps) {
  const [copyCount, setCopyCount] = useState(0);
  const [isCopied, setIsCopied] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each copy restarts the timer
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MESSAGE_DURATION);
    return () => clearTimeout(timer);
  }, [isCopied, copyCount]);

  async function copy({ currentTarget }: MouseEvent<HTMLElement>) {
    try {
      // `copyText` may use a temporary input field. If this button is in a dialog, the field must be there too, because
      // the dialog traps focus.
      await copyText(url, currentTarget.parentElement!);
      setIsCopied(true);
      setCopyCount((count) => count + 1);
      onCopied?.();
    } catch {
      showToast({ kind: 'error', text: ERROR_MESSAGES.shareFailed });
    }
  }

  return (
    <button
      className="btn btn-line btn-l"
      type="button"
      aria-label={isCopied ? undefined : label}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'link'} />
      <span aria-live="polite">{isCopied ? shareCopy.copied : text}</span>
    </button>
  );
}
