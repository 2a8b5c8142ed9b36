import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Link } from '#ui/link.tsx';
import { copy } from '../../copy.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { useArticleEditor } from './article-editor.ts';
import styles from './banners.module.css';
import { UnsavedWorkDialog } from './conflict-dialogs.tsx';
import type { EditorDialogName } from './editor-bar.tsx';
import {
  formatConcernCount,
  useReviewWithUndecidedConcerns,
} from './review-with-undecided-concerns.ts';
import { usePresence } from './use-presence.ts';
import { useUnsavedWorkOfClosedTabs } from './use-unsaved-work-of-closed-tabs.ts';

const words = copy.editor;

/**
 * Shows banners above the text: conflicts, unsaved work, notes from library imports, undecided review concerns, and
 * other members who have the article open.
 */
export function EditorBanners({ onOpen }: { onOpen: (dialog: EditorDialogName) => void }) {
  const { id, article, autosave } = useArticleEditor();
  const otherMembers = usePresence(id, article.others);
  const isConflict = useSyncExternalStore(
    autosave.subscribe,
    () => autosave.state.kind === 'conflict',
  );
  const isStored = useSyncExternalStore(autosave.subscribe, () => autosave.isStored);
  const review = useReviewWithUndecidedConcerns();
  return (
    <div className={styles.banners}>
      {isConflict && (
        <Banner action={words.resolve} onClick={() => onOpen('conflict')}>
          {isStored ? words.conflictKept : words.conflictNotKept}
        </Banner>
      )}
      <UnsavedWorkBanner />
      {article.conflict && (
        <Banner action={words.resolve} onClick={() => onOpen('library')}>
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
      {otherMembers.length > 0 && (
        <p className={styles.others} role="status">
          {words.alsoOpen(NAME_LIST.format(otherMembers), otherMembers.length)}
        </p>
      )}
    </div>
  );
}

/**
 * Shows a banner that offers to restore text that was unsaved when its tab was closed. Its button opens the
 * {@link UnsavedWorkDialog}.
 */
function UnsavedWorkBanner() {
  const [unsavedWork, nextUnsavedWork] = useUnsavedWorkOfClosedTabs(useArticleEditor());
  const [isOpen, setOpen] = useState(false);
  if (!unsavedWork) return null;
  return (
    <>
      <Banner action={words.compare} onClick={() => setOpen(true)}>
        {words.kept(formatDateTime(unsavedWork.at))}
      </Banner>
      <UnsavedWorkDialog
        key={unsavedWork.tab}
        unsavedWork={unsavedWork}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={() => {
          setOpen(false);
          nextUnsavedWork();
        }}
      />
    </>
  );
}

const NAME_LIST = new Intl.ListFormat('en-US');

interface BannerProps {
  action: string;
  onClick: () => void;
  children: ReactNode;
}

function Banner({ action, onClick, children }: BannerProps) {
  return (
    <div className={styles.banner} role="status">
      <p>{children}</p>
      <button className="btn btn-line" type="button" onClick={onClick}>
        {action}
      </button>
    </div>
  );
}
