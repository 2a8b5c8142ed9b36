import type { ReactNode } from 'react';
import { copy } from '../copy.ts';
import { formatDateTime } from '../lib/date-format.ts';
import styles from './draft-notice.module.css';

const words = copy.common;

interface DraftNoticeProps {
  /** When it was written. */
  writtenAt: string;
  onDiscard: () => void;
  /** What else is to be known of it. */
  children?: ReactNode;
}

/** In a form: what is on show was written before and not saved, and the way back to what is stored. */
export function DraftNotice({ writtenAt, onDiscard, children }: DraftNoticeProps) {
  return (
    <div className={styles.note} role="status">
      <p>
        Kept from <time dateTime={writtenAt}>{formatDateTime(writtenAt)}</time>, and not saved yet.{' '}
        {children}
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
