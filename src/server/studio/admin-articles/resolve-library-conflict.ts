import type { LibraryConflictChoiceRequest } from '#domain/studio/admin-articles.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import { lockAuthors } from '#server/catalogue/authors/author-rows.ts';
import {
  deleteLibraryConflict,
  listLibraryConflicts,
} from '#server/catalogue/library/conflicts.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { saveConflictChoice } from '../../catalogue/articles/editor-articles.ts';
import { recordAuditEvent } from '../audit/service.ts';
import {
  assertVersionIsCurrent,
  loadArticleWithManuscript,
  lockOrCreateSyncedManuscript,
} from '../manuscripts/article-with-manuscript.ts';
import { saveManuscript } from '../manuscripts/save-manuscript.ts';
import { publishArticleChanges } from '../publication/transition-article.ts';
import { libraryVersionToManuscript } from './editor-articles.ts';

/**
 * Resolves a conflict between an editor's version of an article and the version in the article library. Must be called
 * within a transaction. Throws {@link NotFoundError} if there is no conflict, and {@link ConflictError} if either
 * version has changed since the editor compared them.
 */
export async function resolveLibraryConflict(
  transaction: Queries,
  member: StudioMember,
  id: string,
  { choice, version, seenAt }: LibraryConflictChoiceRequest,
): Promise<void> {
  const [conflict] = await listLibraryConflicts(transaction, [id]);
  if (!conflict) throw new NotFoundError('The library has no other version of this article.');
  const manuscript = await lockOrCreateSyncedManuscript(transaction, member, id);
  assertVersionIsCurrent(manuscript, version);
  if (conflict.seenAt.toISOString() !== seenAt)
    throw new ConflictError('The library has a newer version by now. Look at it again.');
  const usesLibraryVersion = choice === 'library';
  const articleWithManuscript = await loadArticleWithManuscript(transaction, id);
  // The author must be locked before the article is changed. `docs/decisions/0038-lock-order.md` defines the lock
  // order.
  await lockAuthors(transaction, [articleWithManuscript.article.authorId]);
  const isPublished = articleWithManuscript.article.status === 'published';
  if (usesLibraryVersion) {
    const content = libraryVersionToManuscript(conflict, articleWithManuscript);
    const changes = { base: manuscript.version, content, reason: 'library' } as const;
    await saveManuscript(transaction, member, id, changes);
    if (isPublished)
      await publishArticleChanges(transaction, id, {
        actor: member,
        readOn: conflict.article.body.readByPersonOn ?? null,
      });
  }
  // An archived article stays editor-owned. Otherwise, the next import of the library would publish it.
  await saveConflictChoice(transaction, id, conflict.hash, {
    isTaken: usesLibraryVersion && isPublished,
    level: conflict.article.level,
  });
  await deleteLibraryConflict(transaction, id);
  await recordAuditEvent(transaction, member, {
    action: 'article.settle',
    id,
    name: conflict.article.title,
    after: { choice },
  });
}
