import { useRef, useState } from 'react';
import { NARRATORS_BY_ID } from '#domain/narrators.ts';
import { Cover } from '#ui/cover.tsx';
import { type BaseDialogProps, Dialog } from '#ui/dialog.tsx';
import { moveFocusTo } from '#ui/focus.ts';
import { Icon } from '#ui/icons.tsx';
import { Link } from '#ui/link.tsx';
import { downloadsCopy } from '#web/copy/downloads.ts';
import { areDownloadsSupported, type SavedNarration } from '#web/reader/saved-narration-list.ts';
import { DownloadRow, type DownloadRowProps } from './download-row.tsx';
import {
  cancelAllDownloads,
  type DownloadsState,
  enqueueDownloads,
  removeAllDownloads,
  removeDownload,
  toDownloadKey,
  useDownloads,
} from './downloads.ts';
import styles from './downloads-dialog.module.css';
import { formatByteSize } from './format-byte-size.ts';
import rowStyles from './full-player.module.css';
import type { PlayableArticle } from './player-state.ts';

interface DownloadsDialogProps extends BaseDialogProps {
  loadBookmarks: () => Promise<readonly PlayableArticle[]>;
}

/**
 * A dialog that lists the downloaded narrations. Readers can remove downloads, and download the narrations of all
 * bookmarks.
 */
export function DownloadsDialog({ loadBookmarks, ...dialog }: DownloadsDialogProps) {
  const { onClose } = dialog;
  return (
    <Dialog
      {...dialog}
      isTitleFocused
      title={downloadsCopy.title}
      description={downloadsCopy.about}
    >
      {areDownloadsSupported() ? (
        <Downloads loadBookmarks={loadBookmarks} onClose={onClose} />
      ) : (
        <p className={styles.note}>{downloadsCopy.failures.unsupported}</p>
      )}
    </Dialog>
  );
}

function Downloads({
  loadBookmarks,
  onClose,
}: Pick<DownloadsDialogProps, 'loadBookmarks' | 'onClose'>) {
  const state = useDownloads();
  const { saved } = state;
  const heading = useRef<HTMLHeadingElement>(null);
  if (!saved) return null;
  const { narrations, hasRights } = saved;
  const bytes = narrations.reduce((sum, each) => sum + each.bytes, 0);
  return (
    <>
      <DownloadRow {...describeQueue(state, () => void enqueueDownloads(loadBookmarks))} />
      {!hasRights && (
        <p className={styles.note} role="status">
          {downloadsCopy.rightsExpired}
        </p>
      )}
      <h3 className={styles.total} ref={heading}>
        {narrations.length
          ? downloadsCopy.total(narrations.length, formatByteSize(bytes))
          : downloadsCopy.none}
      </h3>
      <ul>
        {narrations.map((narration) => (
          <NarrationRow
            key={toDownloadKey(narration.article, narration.narrator)}
            narration={narration}
            onOpen={onClose}
            onRemove={() => {
              // Removing the download also removes the focused button, so focus moves to the heading.
              moveFocusTo(heading.current!);
              void removeDownload(narration);
            }}
          />
        ))}
      </ul>
      {narrations.length > 1 && (
        <RemoveAllButton
          onRemove={() => {
            moveFocusTo(heading.current!);
            void removeAllDownloads();
          }}
        />
      )}
    </>
  );
}

/**
 * Returns the content of the row for the download queue: the state of all downloads in this tab, and the button's
 * action.
 */
function describeQueue(
  { queue, counts, queueFailure, isListLoading }: DownloadsState,
  start: () => void,
): DownloadRowProps {
  const { all, cancel, theDownload, keepOpenCloseThis, percent, tryAgain } = downloadsCopy;
  const [first] = queue;
  if (first && counts) {
    const { total, done, missing } = counts;
    const endedCount = done + missing;
    const progress = (endedCount + (first.progress ?? 0)) / total;
    return {
      state: 'running',
      title: all.running(endedCount + 1, total),
      detail: `${percent(progress)}. ${keepOpenCloseThis}`,
      progress,
      action: { label: cancel, object: theDownload, run: cancelAllDownloads },
    };
  }
  if (queueFailure)
    return {
      state: 'failed',
      title: downloadsCopy.failures[queueFailure],
      detail: counts?.done ? all.done(counts.done) : undefined,
      action: { label: tryAgain, run: start },
    };
  const startAction = { label: downloadsCopy.download, object: all.object };
  if (!counts)
    return {
      state: 'absent',
      title: all.download,
      detail: all.about,
      action: { ...startAction, isDisabled: isListLoading, run: start },
    };
  const missing = counts.missing ? all.missing(counts.missing) : undefined;
  return {
    state: 'done',
    ...(missing && !counts.done
      ? { title: missing }
      : { title: all.done(counts.done), detail: missing }),
    action: { ...startAction, isDisabled: isListLoading, run: start },
  };
}

interface NarrationRowProps {
  narration: SavedNarration;
  onOpen: () => void;
  onRemove: () => void;
}

function NarrationRow({
  narration: { article, narrator, seconds, bytes },
  onOpen,
  onRemove,
}: NarrationRowProps) {
  const { title, path, image } = article;
  const details = [
    NARRATORS_BY_ID[narrator].name,
    downloadsCopy.minutes(seconds),
    formatByteSize(bytes),
  ];
  return (
    <li className={`${rowStyles.row} ${styles.row}`}>
      <div className={rowStyles.thumbnail}>
        <Cover image={image} sizes="56px" />
      </div>
      <Link className={rowStyles.words} to={path} onClick={onOpen}>
        <b>{title}</b>
        <span>{details.join(' · ')}</span>
      </Link>
      <div className={rowStyles.rowButtons}>
        <button
          className="icon-btn"
          type="button"
          aria-label={downloadsCopy.removeOf(title)}
          onClick={onRemove}
        >
          <Icon name="close" small />
        </button>
      </div>
    </li>
  );
}

/**
 * A button that removes all downloads after asking for confirmation. While it asks, the same DOM element becomes the
 * cancel button, so it keeps focus.
 */
function RemoveAllButton({ onRemove }: { onRemove: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { removeAll, removeAllQuestion, removeAllConfirmed, keep } = downloadsCopy;
  return (
    <div className={styles.removeAll}>
      {isConfirming && <p role="alert">{removeAllQuestion}</p>}
      <button className="btn btn-line" type="button" onClick={() => setIsConfirming(!isConfirming)}>
        <span key={String(isConfirming)}>{isConfirming ? keep : removeAll}</span>
      </button>
      {isConfirming && (
        <button className="btn btn-red" type="button" onClick={onRemove}>
          {removeAllConfirmed}
        </button>
      )}
    </div>
  );
}
