import { AUTHOR_STATE_MACHINE, type AuthorEvent } from '#domain/statuses/author-states.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import { listPublishedArticlesByAuthors } from '#server/catalogue/articles/article-rows.ts';
import { detachArticlesFromLibrary } from '#server/catalogue/articles/editor-articles.ts';
import {
  type RetiredArticlesPolicy,
  reinstateAuthor,
  retireAuthor,
} from '#server/catalogue/author-retirement/service.ts';
import {
  changeAuthorStatus,
  detachAuthorFromLibrary,
  findAuthorForEditors,
} from '#server/catalogue/authors/editor-authors.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import { getNextStateOrThrow } from '#server/studio/states/get-next-state-or-throw.ts';

/**
 * Applies an editor's decision about an author, such as retirement. Runs in one transaction, so that a concurrent
 * import cannot revert the decision. `articles` determines whether the published articles of a retired author are kept
 * or archived. Throws `ConflictError` if the author's current status does not allow the decision.
 */
export async function transitionAuthor(
  queries: Queries,
  member: StudioMember,
  id: string,
  event: AuthorEvent,
  articles: RetiredArticlesPolicy = 'keep',
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const author = await findAuthorForEditors(transaction, id, { isLocked: true });
    if (!author) throw new NotFoundError('There is no such author.');
    const status = getNextStateOrThrow(AUTHOR_STATE_MACHINE, author.status, event, member.role);
    if (event === 'retire') {
      // The archived articles are detached from the library. Otherwise, the next import would publish them again.
      if (articles === 'archive') {
        const published = await listPublishedArticlesByAuthors(transaction, [id]);
        await detachArticlesFromLibrary(
          transaction,
          published.map((article) => article.id),
        );
      }
      await retireAuthor(transaction, id, articles);
    } else if (status === 'active') await reinstateAuthor(transaction, id);
    else await changeAuthorStatus(transaction, id, author.status, status);
    await detachAuthorFromLibrary(transaction, id);
    await recordAuditEvent(transaction, member, {
      action: `author.${event}`,
      id,
      name: author.profile.alias,
      before: { status: author.status },
      after: { status, ...(event === 'retire' && { articles }) },
    });
  });
}
