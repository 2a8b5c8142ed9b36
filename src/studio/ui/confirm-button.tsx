import { useEffect, useState } from 'react';

interface ConfirmButtonProps {
  label: string;
  /** What it says when it was pressed once. */
  confirmLabel: string;
  onConfirm: () => void;
}

/** Milliseconds for which the second press counts. */
const CONFIRM_TIMEOUT = 4000;

/** For what is easily written anew, but not by itself: it acts when it is pressed twice. */
export function ConfirmButton({ label, confirmLabel, onConfirm }: ConfirmButtonProps) {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => setAsked(false), CONFIRM_TIMEOUT);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return (
    <button
      className="btn btn-text"
      type="button"
      aria-live="polite"
      onBlur={() => setAsked(false)}
      onClick={() => {
        if (isAsked) onConfirm();
        setAsked(!isAsked);
      }}
    >
      {isAsked ? confirmLabel : label}
    </button>
  );
}
