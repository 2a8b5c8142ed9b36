import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { copy } from '../../copy.ts';
import { articleQuery } from '../../lib/article-queries.ts';
import { formatDateTime, formatDay, formatRelativeTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { Comparison } from './comparison.tsx';
import { showVersion, useDesk } from './desk.ts';
import { removeUnsavedWork, type UnsavedWork } from './unsaved-work.ts';
import { useMoves } from './use-moves.ts';

const words = copy.settle;

interface SettleProps {
  isOpen: boolean;
  onClose: () => void;
}

/** It was saved elsewhere meanwhile, often by the same editor in another window: what is there and here, and which holds. */
export function SettleWithOthers({ isOpen, onClose }: SettleProps) {
  const desk = useDesk();
  const queries = useQueryClient();
  const { queryKey } = articleQuery(desk.id);
  const query = useQuery({
    queryKey: ['article', desk.id, 'theirs'],
    queryFn: ({ signal }) => studioApi.get<EditorArticle>(`/articles/${desk.id}`, {}, signal),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
    // Whoever compares keeps their place.
    refetchOnWindowFocus: false,
  });
  // What came before, for an earlier conflict, is not what is there now.
  const theirs = query.isSuccess && !query.isFetching ? query.data : undefined;

  function keepOurs() {
    onClose();
    queries.setQueryData(queryKey, theirs);
    void desk.autosave.overwrite(theirs!.manuscript.version, desk.store.content);
  }
  function takeTheirs() {
    onClose();
    queries.setQueryData(queryKey, theirs);
    showVersion(desk, theirs!.manuscript.version, theirs!.manuscript.content);
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      focusesTitle
      title={words.othersTitle}
      note={
        theirs &&
        words.othersNote(
          theirs.manuscript.savedByName,
          formatRelativeTime(theirs.manuscript.savedAt),
        )
      }
      actions={
        <>
          <Button
            className="btn btn-line"
            type="button"
            disabledReason={!theirs && copy.common.loadingOther}
            onClick={takeTheirs}
          >
            {words.takeTheirs}
          </Button>
          <Button
            className="btn btn-red"
            type="button"
            disabledReason={!theirs && copy.common.loadingOther}
            onClick={keepOurs}
          >
            {words.keepOurs}
          </Button>
        </>
      }
    >
      <QueryBoundary query={{ ...query, data: theirs }}>
        {({ manuscript }) => (
          <Comparison before={manuscript.content} after={desk.store.content} same={words.same} />
        )}
      </QueryBoundary>
    </Dialog>
  );
}

/** The library has another version of an article that was changed here. */
export function SettleWithLibrary({ isOpen, onClose }: SettleProps) {
  const { article, store } = useDesk();
  const moves = useMoves();
  const { conflict } = article;
  if (!conflict) return null;
  const settle = (choice: 'ours' | 'library') =>
    moves.mutate({ kind: 'settle', choice, seenAt: conflict.seenAt }, { onSuccess: onClose });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      focusesTitle
      title={words.libraryTitle}
      note={`${words.libraryNote(formatDay(conflict.seenAt))}${article.status === 'archived' ? words.staysArchived : ''}`}
      actions={
        <>
          <Button
            className="btn btn-line"
            type="button"
            isBusy={moves.isPending}
            onClick={() => settle('library')}
          >
            {words.takeLibrarys}
          </Button>
          <Button
            className="btn btn-red"
            type="button"
            isBusy={moves.isPending}
            onClick={() => settle('ours')}
          >
            {words.keepOursOfLibrary}
          </Button>
        </>
      }
    >
      <Comparison before={conflict.content} after={store.content} same={words.same} />
    </Dialog>
  );
}

interface SettleWithUnsavedWorkProps extends SettleProps {
  kept: UnsavedWork;
  /** It was decided about. */
  onDone: () => void;
}

/** What a tab that is gone could not save. */
export function SettleWithUnsavedWork({
  kept,
  isOpen,
  onClose,
  onDone,
}: SettleWithUnsavedWorkProps) {
  const { id, member, store, article } = useDesk();
  const isOld = kept.base !== article.manuscript.version;

  function take() {
    store.take(kept.content, { isWritten: true });
    removeUnsavedWork({ id, member }, kept);
    onDone();
  }
  function drop() {
    removeUnsavedWork({ id, member }, kept);
    onDone();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      focusesTitle
      title={words.keptTitle}
      note={`${words.keptNote(formatDateTime(kept.at))}${isOld ? words.keptOld : ''}${words.keptMarks}`}
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={drop}>
            {words.discard}
          </button>
          <button className="btn btn-red" type="button" onClick={take}>
            {words.restore}
          </button>
        </>
      }
    >
      <Comparison before={store.content} after={kept.content} same={words.sameAsSaved} />
    </Dialog>
  );
}

/** Asks before readers lose an article, or editors put one away. */
export function ArchiveDialog({ isOpen, onClose }: SettleProps) {
  const { article } = useDesk();
  const moves = useMoves();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={words.archiveTitle}
      note={article.status === 'published' ? words.archivePublished : words.archiveDraft}
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={onClose}>
            {words.cancel}
          </button>
          <Button
            className="btn btn-red"
            type="button"
            isBusy={moves.isPending}
            onClick={() =>
              moves.mutate({ kind: 'event', event: 'archive' }, { onSuccess: onClose })
            }
          >
            {words.archive}
          </Button>
        </>
      }
    />
  );
}
