import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from '#web/ui/link.tsx';
import { momentOf } from '../../lib/times.ts';
import styles from './banners.module.css';
import type { Opened } from './bar.tsx';
import { useDesk } from './desk.ts';
import type { Kept } from './kept.ts';
import { concernsInWords, useOpenReview } from './open-review.ts';

interface BannersProps {
  others: readonly string[];
  kept: Kept | undefined;
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
        <Banner action="Compare and decide" onPress={() => onOpen('conflict')}>
          {isKept
            ? 'It was saved elsewhere meanwhile. What you write here is kept in this browser until you decide.'
            : 'It was saved elsewhere meanwhile. What you write here is on this page alone until you decide.'}
        </Banner>
      )}
      {kept && (
        <Banner action="Compare" onPress={onKept}>
          {`Something written here on ${momentOf(kept.at)} was not saved. It is kept in this browser.`}
        </Banner>
      )}
      {article.conflict && (
        <Banner action="Compare and decide" onPress={() => onOpen('library')}>
          The library has another version of this article. Yours holds until you decide.
        </Banner>
      )}
      {article.libraryNotes.map((note) => (
        <div className={styles.banner} role="status" key={note}>
          <p>{note}</p>
        </div>
      ))}
      {review && (
        <div className={styles.banner} role="status">
          <p>{`Nobody has decided about ${concernsInWords(review.concerns)} of the AI’s review.`}</p>
          <Link className="btn btn-line" to={`/reviews/${review.id}`}>
            Decide about them
          </Link>
        </div>
      )}
      {others.length > 0 && (
        <p className={styles.others} role="status">
          {`${NAMES.format(others)} ${others.length === 1 ? 'has' : 'have'} it open too.`}
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
