import type { ReactNode } from 'react';
import { copy } from '../copy.ts';
import { formatDateTime } from '../lib/date-format.ts';
import styles from './draft-notice.module.css';

const words = copy.common;

interface DraftNoticeProps {
  /** Time of the draft's last change (ISO 8601). */
  writtenAt: string;
  onDiscard: () => void;
  /** Additional sentences about the draft. */
  children?: ReactNode;
}

/** Tells the editor that the form contains a restored draft, and offers to discard the draft. */
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
          // The clicked button is removed together with the notice, so the first field receives focus.
          currentTarget.form?.querySelector<HTMLElement>('textarea, input, select')?.focus();
        }}
      >
        {words.discard}
      </button>
    </div>
  );
}
