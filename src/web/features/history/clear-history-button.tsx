import { type RefObject, useEffect, useRef, useState } from 'react';
import { showToast } from '#ui/toast.tsx';
import { historyCopy } from '#web/copy/history.ts';
import styles from './clear-history-button.module.css';
import { clearHistory } from './remove-from-history.ts';

/** A button that clears the reading history after asking for confirmation. Calls `onCleared` afterwards. */
export function ClearHistoryButton({ onCleared }: { onCleared?: () => void }) {
  const [step, setStep] = useState<'start' | 'question' | 'clearing'>('start');
  const firstButton = useRef<HTMLButtonElement>(null);
  const isConfirming = step !== 'start';
  useFocusAfterChange(firstButton, isConfirming);

  async function clearAndReset() {
    setStep('clearing');
    const isCleared = await clearHistory();
    setStep('start');
    if (!isCleared) return;
    showToast({ kind: 'success', text: historyCopy.cleared });
    onCleared?.();
  }

  if (!isConfirming)
    return (
      <button
        className="btn btn-line needs-js"
        type="button"
        ref={firstButton}
        onClick={() => setStep('question')}
      >
        {historyCopy.clear}
      </button>
    );
  const isBusy = step === 'clearing';
  return (
    <div className={styles.question}>
      <p>{historyCopy.clearQuestion}</p>
      <button
        className="btn btn-line"
        type="button"
        ref={firstButton}
        aria-disabled={isBusy}
        onClick={() => !isBusy && setStep('start')}
      >
        {historyCopy.keep}
      </button>
      <button
        className="btn btn-red"
        type="button"
        aria-disabled={isBusy}
        onClick={() => !isBusy && clearAndReset()}
      >
        {isBusy ? historyCopy.clearing : historyCopy.clearConfirmed}
      </button>
    </div>
  );
}

/** Focuses the first button when the question appears or disappears, because the pressed button is removed. */
function useFocusAfterChange(
  button: RefObject<HTMLButtonElement | null>,
  isConfirming: boolean,
): void {
  const wasConfirming = useRef(isConfirming);
  useEffect(() => {
    if (wasConfirming.current !== isConfirming) button.current?.focus();
    wasConfirming.current = isConfirming;
  }, [button, isConfirming]);
}
