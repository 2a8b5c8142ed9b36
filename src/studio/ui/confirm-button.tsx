import { useEffect, useState } from 'react';

interface ConfirmButtonProps {
  label: string;
  /** Label that asks for confirmation, shown after the first click. */
  confirmLabel: string;
  onConfirm: () => void;
}

/** Milliseconds after the first click during which a second click confirms the action. */
const CONFIRM_TIMEOUT = 4000;

/**
 * Shows a button that must be clicked twice to run its action. Use it to remove content that editors can easily write
 * again.
 */
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
