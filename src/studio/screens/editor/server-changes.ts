import type { QueryClient } from '@tanstack/react-query';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { ApiError } from '#ui/lib/api.ts';
import { copy } from '../../copy.ts';
import { articleQuery } from '../../lib/article-queries.ts';
import { NotSentError, showErrorToast, studioApi } from '../../lib/studio-api.ts';
import type { ArticleEditor } from './article-editor.ts';
import type { SaveState } from './autosave.ts';

const words = copy.editor;

/**
 * Saves all unsaved text, which is needed before another action on the article. Throws {@link NotSentError} if saving
 * fails.
 */
export async function saveBeforeAction({ autosave }: ArticleEditor): Promise<void> {
  if (!(await autosave.flush())) throw new NotSentError(describeUnsaved(autosave.state));
}

function describeUnsaved(state: SaveState): string {
  if (state.kind === 'conflict') return words.conflictFirst;
  if (state.kind === 'refused') return words.refusedFirst(state.message);
  return words.offlineFirst;
}

/**
 * Caches the article that the server returned. Reports a conflict if its text is another version than the text in the
 * editor.
 */
export function applyServerState(
  { id, autosave }: ArticleEditor,
  queries: QueryClient,
  article: EditorArticle,
): void {
  queries.setQueryData(articleQuery(id).queryKey, article);
  autosave.checkServerVersion(article.manuscript);
}

/** Shows why an action failed. After a conflict, also reloads the article, because somebody may have changed it. */
export async function reportFailure(
  editor: ArticleEditor,
  queries: QueryClient,
  error: Error,
): Promise<void> {
  showErrorToast(error);
  if (error instanceof ApiError && error.status === 409)
    applyServerState(editor, queries, await studioApi.get<EditorArticle>(`/articles/${editor.id}`));
}
