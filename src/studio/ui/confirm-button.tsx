import { useEffect, useState } from 'react';

interface ConfirmButtonProps {
  label: string;
  /** Label after the first press. */
  confirmLabel: string;
  onConfirm: () => void;
}

/** Milliseconds within which the second press confirms. */
const CONFIRM_TIMEOUT = 4000;

/** A button that acts on the second press. For removing what is easily written again. */
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
