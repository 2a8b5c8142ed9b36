import type { ReactNode } from 'react';
import { copy } from '../copy.ts';
import { formatDateTime } from '../lib/date-format.ts';
import styles from './draft-notice.module.css';

const words = copy.common;

interface DraftNoticeProps {
  /** Time of the draft's last change (ISO 8601). */
  writtenAt: string;
  onDiscard: () => void;
  /** Further sentences about the draft. */
  children?: ReactNode;
}

/** Says in a form that its input is a restored draft, and offers to discard it. */
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
          // The pressed button disappears with the notice.
          currentTarget.form?.querySelector<HTMLElement>('textarea, input, select')?.focus();
        }}
      >
        {words.discard}
      </button>
    </div>
  );
}
