import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import styles from './banners.module.css';
import type { Opened } from './bar.tsx';
import { useDesk } from './desk.ts';
import { concernsInWords, useOpenReview } from './open-review.ts';
import type { UnsavedWork } from './unsaved-work.ts';

const words = copy.editor;

interface BannersProps {
  others: readonly string[];
  kept: UnsavedWork | undefined;
  isConflict: boolean;
  onOpen: (opened: Opened) => void;
  onKept: () => void;
}

/** What whoever writes should know, above the text. */
export function Banners({ others, kept, isConflict, onOpen, onKept }: BannersProps) {
  const { article, autosave } = useDesk();
  const isKept = useSyncExternalStore(autosave.subscribe, () => autosave.isKept);
  const review = useOpenReview();
  return (
    <div className={styles.banners}>
      {isConflict && (
        <Banner action={words.resolve} onPress={() => onOpen('conflict')}>
          {isKept ? words.conflictKept : words.conflictNotKept}
        </Banner>
      )}
      {kept && (
        <Banner action={words.compare} onPress={onKept}>
          {words.kept(formatDateTime(kept.at))}
        </Banner>
      )}
      {article.conflict && (
        <Banner action={words.resolve} onPress={() => onOpen('library')}>
          {words.libraryConflict}
        </Banner>
      )}
      {article.libraryNotes.map((note) => (
        <div className={styles.banner} role="status" key={note}>
          <p>{note}</p>
        </div>
      ))}
      {review && (
        <div className={styles.banner} role="status">
          <p>{words.concerns(concernsInWords(review.concerns))}</p>
          <Link className="btn btn-line" to={`/reviews/${review.id}`}>
            {words.resolveConcerns}
          </Link>
        </div>
      )}
      {others.length > 0 && (
        <p className={styles.others} role="status">
          {words.alsoOpen(NAMES.format(others), others.length)}
        </p>
      )}
    </div>
  );
}

const NAMES = new Intl.ListFormat('en-US');

interface BannerProps {
  action: string;
  onPress: () => void;
  children: ReactNode;
}

function Banner({ action, onPress, children }: BannerProps) {
  return (
    <div className={styles.banner} role="status">
      <p>{children}</p>
      <button className="btn btn-line" type="button" onClick={onPress}>
        {action}
      </button>
    </div>
  );
}
