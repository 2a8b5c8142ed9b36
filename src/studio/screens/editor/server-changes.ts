import type { QueryClient } from '@tanstack/react-query';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { ApiError } from '#ui/lib/api.ts';
import { copy } from '../../copy.ts';
import { articleQuery } from '../../lib/article-queries.ts';
import { NotSentError, showErrorToast, studioApi } from '../../lib/studio-api.ts';
import type { ArticleEditor } from './article-editor.ts';
import type { SaveState } from './autosave.ts';

const words = copy.editor;

/*
 * What is done with an article besides writing it, while others may write it too: the text on show is never taken for
 * what the server has unless it is.
 */

/** Has the server have everything written, before something else is done. Throws {@link NotSentError} where it cannot. */
export async function saveBeforeAction({ autosave }: ArticleEditor): Promise<void> {
  if (!(await autosave.flush())) throw new NotSentError(describeUnsaved(autosave.state));
}

function describeUnsaved(state: SaveState): string {
  if (state.kind === 'conflict') return words.conflictFirst;
  if (state.kind === 'refused') return words.refusedFirst(state.message);
  return words.offlineFirst;
}

/** Takes in what the server says of the article. Where its text is not the one on show, whoever writes decides. */
export function applyServerState(
  { id, autosave }: ArticleEditor,
  queries: QueryClient,
  article: EditorArticle,
): void {
  queries.setQueryData(articleQuery(id).queryKey, article);
  autosave.checkServerVersion(article.manuscript);
}

/** Says why something was not done, and looks whether that is since the article is not as it is shown any more. */
export async function reportFailure(
  editor: ArticleEditor,
  queries: QueryClient,
  error: Error,
): Promise<void> {
  showErrorToast(error);
  if (error instanceof ApiError && error.status === 409)
    applyServerState(editor, queries, await studioApi.get<EditorArticle>(`/articles/${editor.id}`));
}
