import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ArticleEvent } from '#domain/statuses/article-states.ts';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import type { NewAiRequest } from '#domain/studio/ai-requests.ts';
import { ApiError } from '#ui/lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { copy } from '../../copy.ts';
import { allArticlesQuery, articleQuery } from '../../lib/article-queries.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import {
  ActionBlockedByUnsavedTextError,
  showErrorToast,
  studioApi,
} from '../../lib/studio-api.ts';
import { waitingEntryCountsQuery } from '../../lib/waiting-entry-counts.ts';
import { showNoticeWithLink } from '../../ui/notices.ts';
import {
  type ArticleEditor,
  replaceTextWithSavedVersion,
  useArticleEditor,
} from './article-editor.ts';
import type { SaveState } from './autosave.ts';

/** An action on an article, except saving its text. */
export type ArticleAction =
  | { kind: 'event'; event: ArticleEvent; ignoreConcerns?: boolean; isRead?: boolean }
  | { kind: 'update'; isRead: boolean }
  /** The editor confirms that they have read the published text. */
  | { kind: 'read' }
  | { kind: 'schedule'; at: string | null; isRead: boolean }
  /**
   * The editor resolves a conflict between their text and the library's text. `seenAt` is the time at which the
   * library's version was detected (ISO 8601). It identifies the version that the editor has compared.
   */
  | { kind: 'settle'; choice: 'ours' | 'library'; seenAt: string };

const { done } = copy.article;
const editorWords = copy.editor;

/** Returns a mutation that saves all unsaved text and then runs an action on the article. */
export function useRunArticleAction() {
  const editor = useArticleEditor();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (action: ArticleAction) => {
      await saveTextOrThrow(editor);
      return sendAction(editor.id, action, editor.autosave.base);
    },
    onSuccess: (article, action) => {
      const { version, content } = article.manuscript;
      if (action.kind === 'settle' && action.choice === 'library')
        replaceTextWithSavedVersion(editor, version, content);
      applyServerState(editor, queryClient, article);
      void queryClient.invalidateQueries({ queryKey: allArticlesQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: ['reviews'] });
      void queryClient.invalidateQueries({ queryKey: ['requests'] });
      void queryClient.invalidateQueries({ queryKey: waitingEntryCountsQuery.queryKey });
      const link = findNextLink(action, article);
      if (link) showNoticeWithLink({ text: describeResult(action), link });
      else showToast({ kind: 'success', text: describeResult(action) });
    },
    onError: (error) => handleActionFailure(editor, queryClient, error),
  });
}

/**
 * Saves all unsaved text. Call this function before any other action on the article. Throws
 * {@link ActionBlockedByUnsavedTextError} if saving fails.
 */
export async function saveTextOrThrow({ autosave }: ArticleEditor): Promise<void> {
  if (!(await autosave.flush()))
    throw new ActionBlockedByUnsavedTextError(describeUnsaved(autosave.state));
}

/**
 * Caches the article from the server's response. Reports a conflict if the server's version differs from the version in
 * the article editor.
 */
function applyServerState(
  { id, autosave }: ArticleEditor,
  queryClient: QueryClient,
  article: EditorArticle,
): void {
  queryClient.setQueryData(articleQuery(id).queryKey, article);
  autosave.checkServerVersion(article.manuscript);
}

/**
 * Shows why an action failed. After a conflict, also reloads the article, because another member may have changed it.
 */
export async function handleActionFailure(
  editor: ArticleEditor,
  queryClient: QueryClient,
  error: Error,
): Promise<void> {
  showErrorToast(error);
  if (error instanceof ApiError && error.status === 409)
    applyServerState(
      editor,
      queryClient,
      await studioApi.get<EditorArticle>(`/articles/${editor.id}`),
    );
}

async function sendAction(
  id: string,
  action: ArticleAction,
  version: number,
): Promise<EditorArticle> {
  switch (action.kind) {
    case 'event':
      // Requesting an AI review also applies the event `review` to the article, so the event is not sent separately.
      if (action.event === 'review') {
        const request: NewAiRequest = { type: 'review_articles', articleIds: [id] };
        await studioApi.post('/requests', request);
        return studioApi.get(`/articles/${id}`);
      }
      return studioApi.post(`/articles/${id}/moves`, {
        event: action.event,
        version,
        ignoreConcerns: action.ignoreConcerns,
        isRead: action.isRead,
      });
    case 'update':
      return studioApi.post(`/articles/${id}/update`, { version, isRead: action.isRead });
    case 'read':
      return studioApi.post(`/articles/${id}/read`, { version });
    case 'schedule':
      return studioApi.put(`/articles/${id}/schedule`, {
        at: action.at,
        version,
        isRead: action.isRead,
      });
    case 'settle':
      return studioApi.post(`/articles/${id}/conflict`, {
        choice: action.choice,
        version,
        seenAt: action.seenAt,
      });
  }
}

/** Article events that publish the article. */
const PUBLISHING_EVENTS: ReadonlySet<ArticleEvent> = new Set(['publish', 'restore']);

/**
 * Returns the link to show after an action. If the action published the article, this is the article's page. If it
 * requested a review, this is the list of AI requests.
 */
function findNextLink(action: ArticleAction, { path }: EditorArticle) {
  const isPublishing =
    action.kind === 'update' || (action.kind === 'event' && PUBLISHING_EVENTS.has(action.event));
  if (isPublishing && path) return { to: path, name: copy.article.seePublished, isOutside: true };
  if (action.kind === 'event' && action.event === 'review')
    return { to: '/requests', name: copy.requests.seeProgress };
  return undefined;
}

function describeResult(action: ArticleAction): string {
  if (action.kind === 'event') return done[action.event];
  if (action.kind === 'update') return done.update;
  if (action.kind === 'read') return done.read;
  if (action.kind === 'settle') return action.choice === 'ours' ? done.keptOurs : done.tookLibrarys;
  return action.at ? done.scheduled(formatDateTime(action.at)) : done.unscheduled;
}

function describeUnsaved(state: SaveState): string {
  if (state.kind === 'conflict') return editorWords.conflictFirst;
  if (state.kind === 'refused') return editorWords.refusedFirst(state.message);
  return editorWords.offlineFirst;
}
