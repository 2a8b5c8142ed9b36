import { type RefObject, useEffect, useRef, useState } from 'react';
import { showToast } from '#ui/toast.tsx';
import { historyCopy } from '#web/copy/history.ts';
import styles from './clear-history-button.module.css';
import { clearHistory } from './remove-from-history.ts';

/** A button that clears the reader's history after asking for confirmation. Calls `onCleared` afterwards. */
export function ClearHistoryButton({ onCleared }: { onCleared?: () => void }) {
  const [step, setStep] = useState<'start' | 'question' | 'clearing'>('start');
  const first = useRef<HTMLButtonElement>(null);
  const isAsked = step !== 'start';
  useFocusAfterChange(first, isAsked);

  async function clear() {
    setStep('clearing');
    const isCleared = await clearHistory();
    setStep('start');
    if (!isCleared) return;
    showToast({ kind: 'success', text: historyCopy.cleared });
    onCleared?.();
  }

  if (!isAsked)
    return (
      <button
        className="btn btn-line needs-js"
        type="button"
        ref={first}
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
        ref={first}
        aria-disabled={isBusy}
        onClick={() => !isBusy && setStep('start')}
      >
        {historyCopy.keep}
      </button>
      <button
        className="btn btn-red"
        type="button"
        aria-disabled={isBusy}
        onClick={() => !isBusy && clear()}
      >
        {isBusy ? historyCopy.clearing : historyCopy.clearConfirmed}
      </button>
    </div>
  );
}

/**
 * Moves the focus to the first button when the question appears or disappears, since the pressed button is replaced.
 */
function useFocusAfterChange(button: RefObject<HTMLButtonElement | null>, isAsked: boolean): void {
  const wasAsked = useRef(isAsked);
  useEffect(() => {
    if (wasAsked.current !== isAsked) button.current?.focus();
    wasAsked.current = isAsked;
  }, [button, isAsked]);
}
