import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { copy } from '../../copy.ts';
import { articleQuery } from '../../lib/article-queries.ts';
import { formatDateTime, formatDateWithYear, formatRelativeTime } from '../../lib/date-format.ts';
import { studioApi } from '../../lib/studio-api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryContent } from '../../ui/query-content.tsx';
import { replaceTextWithSavedVersion, useArticleEditor } from './article-editor.ts';
import { ManuscriptDiff } from './manuscript-diff.tsx';
import { removeUnsavedWork, type UnsavedWork } from './unsaved-work.ts';
import { useRunArticleAction } from './use-run-article-action.ts';

const words = copy.settle;

interface ConflictDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Shows a dialog that resolves an edit conflict. A conflict occurs if another member has saved the article, or if the
 * same member has saved it in another window.
 */
export function EditConflictDialog({ isOpen, onClose }: ConflictDialogProps) {
  const editor = useArticleEditor();
  const queryClient = useQueryClient();
  const { queryKey } = articleQuery(editor.id);
  const query = useQuery({
    queryKey: ['article', editor.id, 'theirs'],
    queryFn: ({ signal }) => studioApi.get<EditorArticle>(`/articles/${editor.id}`, {}, signal),
    enabled: isOpen,
    staleTime: 0,
    gcTime: 0,
    // The stored version is not refetched when the window receives focus or the connection returns, so that it does not
    // change while the editor compares the two versions.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // During a fetch, the cached data may belong to an earlier conflict, so it is not shown.
  const theirs = query.isSuccess && !query.isFetching ? query.data : undefined;
  const disabledReason =
    !theirs && (query.error ? copy.common.notLoaded : copy.common.loadingOther);

  function keepOwnVersion() {
    onClose();
    queryClient.setQueryData(queryKey, theirs);
    void editor.autosave.overwrite(theirs!.manuscript.version, editor.store.content);
  }
  function replaceWithTheirVersion() {
    onClose();
    queryClient.setQueryData(queryKey, theirs);
    replaceTextWithSavedVersion(editor, theirs!.manuscript.version, theirs!.manuscript.content);
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
            disabledReason={disabledReason}
            onClick={replaceWithTheirVersion}
          >
            {words.replaceWithTheirVersion}
          </Button>
          <Button
            className="btn btn-red"
            type="button"
            disabledReason={disabledReason}
            onClick={keepOwnVersion}
          >
            {words.keepOwnVersion}
          </Button>
        </>
      }
    >
      <QueryContent query={{ ...query, data: theirs }}>
        {({ manuscript }) => (
          <ManuscriptDiff
            before={manuscript.content}
            after={editor.store.content}
            emptyText={words.same}
          />
        )}
      </QueryContent>
    </Dialog>
  );
}

/** Shows a dialog that resolves a conflict between the editor's text and a new version in the library. */
export function LibraryConflictDialog({ isOpen, onClose }: ConflictDialogProps) {
  const { article, store } = useArticleEditor();
  const runAction = useRunArticleAction();
  const { conflict } = article;
  if (!conflict) return null;
  const resolve = (choice: 'ours' | 'library') =>
    runAction.mutate({ kind: 'settle', choice, seenAt: conflict.seenAt }, { onSuccess: onClose });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      focusesTitle
      title={words.libraryTitle}
      note={`${words.libraryNote(formatDateWithYear(conflict.seenAt))}${article.status === 'archived' ? words.staysArchived : ''}`}
      actions={
        <>
          <Button
            className="btn btn-line"
            type="button"
            isBusy={runAction.isPending}
            onClick={() => resolve('library')}
          >
            {words.takeLibrarys}
          </Button>
          <Button
            className="btn btn-red"
            type="button"
            isBusy={runAction.isPending}
            onClick={() => resolve('ours')}
          >
            {words.keepOwnVersionOverLibrary}
          </Button>
        </>
      }
    >
      <ManuscriptDiff before={conflict.content} after={store.content} emptyText={words.same} />
    </Dialog>
  );
}

interface UnsavedWorkDialogProps extends ConflictDialogProps {
  unsavedWork: UnsavedWork;
  /** Called after the editor has restored or discarded the unsaved text. */
  onDone: () => void;
}

/** Shows a dialog that offers to restore text that was still unsaved when its tab was closed. */
export function UnsavedWorkDialog({
  unsavedWork,
  isOpen,
  onClose,
  onDone,
}: UnsavedWorkDialogProps) {
  const { id, member, store, article } = useArticleEditor();
  const isOutdated = unsavedWork.base !== article.manuscript.version;

  function restore() {
    store.replace(unsavedWork.content, { isWritten: true });
    removeUnsavedWork({ id, member }, unsavedWork);
    onDone();
  }
  function discard() {
    removeUnsavedWork({ id, member }, unsavedWork);
    onDone();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      focusesTitle
      title={words.keptTitle}
      note={`${words.keptNote(formatDateTime(unsavedWork.at))}${isOutdated ? words.keptOld : ''}${words.keptMarks}`}
      actions={
        <>
          <button className="btn btn-line" type="button" onClick={discard}>
            {words.discard}
          </button>
          <button className="btn btn-red" type="button" onClick={restore}>
            {words.restore}
          </button>
        </>
      }
    >
      <ManuscriptDiff
        before={store.content}
        after={unsavedWork.content}
        emptyText={words.sameAsSaved}
      />
    </Dialog>
  );
}

/**
 * Shows a dialog that asks for confirmation before an article is archived. Archiving removes a published article from
 * the site.
 */
export function ArchiveDialog({ isOpen, onClose }: ConflictDialogProps) {
  const { article } = useArticleEditor();
  const runAction = useRunArticleAction();
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
            isBusy={runAction.isPending}
            onClick={() =>
              runAction.mutate({ kind: 'event', event: 'archive' }, { onSuccess: onClose })
            }
          >
            {words.archive}
          </Button>
        </>
      }
    />
  );
}
