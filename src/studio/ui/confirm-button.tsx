import { useEffect, useState } from 'react';

interface ConfirmButtonProps {
  label: string;
  /** Label that asks for confirmation, shown after the first click. */
  confirmLabel: string;
  onConfirm: () => void;
}

/** Time in milliseconds after the first click during which a second click confirms the action. */
const CONFIRM_TIMEOUT = 4000;

/**
 * Shows a button that must be clicked twice to run its action. Use it to remove content that editors can easily enter
 * again.
 */
export function ConfirmButton({ label, confirmLabel, onConfirm }: ConfirmButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  useEffect(() => {
    if (!isConfirming) return;
    const timer = setTimeout(() => setConfirming(false), CONFIRM_TIMEOUT);
    return () => clearTimeout(timer);
  }, [isConfirming]);
  return (
    <button
      className="btn btn-text"
      type="button"
      aria-live="polite"
      onBlur={() => setConfirming(false)}
      onClick={() => {
        if (isConfirming) onConfirm();
        setConfirming(!isConfirming);
      }}
    >
      {isConfirming ? confirmLabel : label}
    </button>
  );
}
