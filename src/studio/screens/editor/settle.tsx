import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeskArticle } from '#domain/studio/desk.ts';
import { copy } from '../../copy.ts';
import { articleQuery } from '../../lib/articles.ts';
import { studio } from '../../lib/queries.ts';
import { agoOf, dayOf, momentOf } from '../../lib/times.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Comparison } from './comparison.tsx';
import { showVersion, useDesk } from './desk.ts';
import { forgetKept, type Kept } from './kept.ts';
import { useMoves } from './use-moves.ts';

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
    queryFn: ({ signal }) => studio.get<DeskArticle>(`/articles/${desk.id}`, {}, signal),
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
      isReadFirst
      title="It was saved elsewhere meanwhile"
      note={
        theirs &&
        `${theirs.manuscript.savedByName} saved it ${agoOf(theirs.manuscript.savedAt)}, in another window or on another device. What is crossed out is only there, what is underlined only here. Nothing is lost either way: both stay in the history once they are saved.`
      }
      actions={
        <>
          <Button
            className="btn btn-line"
            type="button"
            why={!theirs && copy.common.loadingOther}
            onClick={takeTheirs}
          >
            Take what is there
          </Button>
          <Button
            className="btn btn-red"
            type="button"
            why={!theirs && copy.common.loadingOther}
            onClick={keepOurs}
          >
            Save this over it
          </Button>
        </>
      }
    >
      <Waiting query={{ ...query, data: theirs }}>
        {({ manuscript }) => (
          <Comparison
            before={manuscript.content}
            after={desk.store.content}
            same="Both say the same."
          />
        )}
      </Waiting>
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
      isReadFirst
      title="The library has another version"
      note={`It came on ${dayOf(conflict.seenAt)}. What is crossed out is only in the library’s, what is underlined only here. The one you do not choose stays out.${article.status === 'archived' ? ' It stays archived either way.' : ''}`}
      actions={
        <>
          <Button
            className="btn btn-line"
            type="button"
            isBusy={moves.isPending}
            onClick={() => settle('library')}
          >
            Take the library’s
          </Button>
          <Button
            className="btn btn-red"
            type="button"
            isBusy={moves.isPending}
            onClick={() => settle('ours')}
          >
            Keep ours
          </Button>
        </>
      }
    >
      <Comparison before={conflict.content} after={store.content} same="Both say the same." />
    </Dialog>
  );
}

interface SettleWithKeptProps extends SettleProps {
  kept: Kept;
  /** It was decided about. */
  onDone: () => void;
}

/** What a tab that is gone could not save. */
export function SettleWithKept({ kept, isOpen, onClose, onDone }: SettleWithKeptProps) {
  const { store, article } = useDesk();
  const isOld = kept.base !== article.manuscript.version;

  function take() {
    store.take(kept.content, { isWritten: true });
    forgetKept(kept);
    onDone();
  }
  function drop() {
    forgetKept(kept);
    onDone();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      isReadFirst
      title="Written here, and not saved"
      note={`It was kept in this browser, ${momentOf(kept.at)}.${isOld ? ' The article was saved since then, so look at what would be taken back.' : ''} What is underlined is only in what was kept.`}
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={drop}>
            Throw it away
          </button>
          <button className="btn btn-red" type="button" onClick={take}>
            Go on with it
          </button>
        </>
      }
    >
      <Comparison
        before={store.content}
        after={kept.content}
        same="It says the same as what is saved."
      />
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
      title="Archive it?"
      note={
        article.status === 'published'
          ? 'It is gone from lists, search and the sitemap at once, and its address says so. You can put it back.'
          : 'Readers never had it. It is put away, others may have its subject, and you can take it up again.'
      }
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={onClose}>
            Leave it
          </button>
          <Button
            className="btn btn-red"
            type="button"
            isBusy={moves.isPending}
            onClick={() =>
              moves.mutate({ kind: 'event', event: 'archive' }, { onSuccess: onClose })
            }
          >
            Archive
          </Button>
        </>
      }
    />
  );
}
