import { type ReactNode, useSyncExternalStore } from 'react';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { useArticleEditor } from './article-editor.ts';
import styles from './banners.module.css';
import type { EditorDialog } from './editor-bar.tsx';
import { formatConcernCount, useUndecidedReview } from './undecided-review.ts';
import type { UnsavedWork } from './unsaved-work.ts';

const words = copy.editor;

interface BannersProps {
  others: readonly string[];
  unsavedWork: UnsavedWork | undefined;
  isConflict: boolean;
  onOpen: (opened: EditorDialog) => void;
  onCompareUnsaved: () => void;
}

/**
 * Shows banners above the text, for example about other editors who have the article open, conflicts and unsaved work.
 */
export function EditorBanners({
  others,
  unsavedWork,
  isConflict,
  onOpen,
  onCompareUnsaved,
}: BannersProps) {
  const { article, autosave } = useArticleEditor();
  const isStored = useSyncExternalStore(autosave.subscribe, () => autosave.isStored);
  const review = useUndecidedReview();
  return (
    <div className={styles.banners}>
      {isConflict && (
        <Banner action={words.resolve} onPress={() => onOpen('conflict')}>
          {isStored ? words.conflictKept : words.conflictNotKept}
        </Banner>
      )}
      {unsavedWork && (
        <Banner action={words.compare} onPress={onCompareUnsaved}>
          {words.kept(formatDateTime(unsavedWork.at))}
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
          <p>{words.concerns(formatConcernCount(review.concerns))}</p>
          <Link className="btn btn-line" to={`/reviews/${review.id}`}>
            {words.resolveConcerns}
          </Link>
        </div>
      )}
      {others.length > 0 && (
        <p className={styles.others} role="status">
          {words.alsoOpen(NAME_LIST.format(others), others.length)}
        </p>
      )}
    </div>
  );
}

const NAME_LIST = new Intl.ListFormat('en-US');

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
