import type { ReactNode } from 'react';
import { copy } from '../copy.ts';
import { momentOf } from '../lib/times.ts';
import styles from './draft-note.module.css';

const words = copy.common;

interface DraftNoteProps {
  /** When it was written. */
  at: string;
  onDiscard: () => void;
  /** What else is to be known of it. */
  children?: ReactNode;
}

/** In a form: what is on show was written before and not saved, and the way back to what is stored. */
export function DraftNote({ at, onDiscard, children }: DraftNoteProps) {
  return (
    <div className={styles.note} role="status">
      <p>
        Kept from <time dateTime={at}>{momentOf(at)}</time>, and not saved yet. {children}
      </p>
      <button
        className="btn btn-text"
        type="button"
        onClick={({ currentTarget }) => {
          onDiscard();
          // The button goes.
          currentTarget.form?.querySelector<HTMLElement>('textarea, input, select')?.focus();
        }}
      >
        {words.discard}
      </button>
    </div>
  );
}
