import type { ConflictChoice } from '#domain/studio/desk.ts';
import type { Member } from '#domain/studio/roles.ts';
import { settleWithLibrary } from '#server/catalogue/articles/desk.ts';
import { lockAuthors } from '#server/catalogue/authors/personas.ts';
import { endConflict, listConflicts } from '#server/catalogue/library/conflicts.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { record } from '#server/studio/audit/service.ts';
import {
  openManuscript,
  requireSeen,
  saveManuscript,
  takeManuscript,
} from '#server/studio/manuscripts/service.ts';
import { updateArticle } from '../publication/publication.ts';
import { contentOf } from './articles.ts';

/**
 * Has an editor's version of an article of the library hold, or the library's. To be called within a transaction. Throws
 * {@link NotFoundError} where the library says nothing else, and {@link ConflictError} where either is another by now than
 * the one that was seen.
 */
export async function settleConflict(
  transaction: Queries,
  member: Member,
  id: string,
  { choice, version, seenAt }: ConflictChoice,
): Promise<void> {
  const [conflict] = await listConflicts(transaction, id);
  if (!conflict) throw new NotFoundError('The library has no other version of this article.');
  const manuscript = await takeManuscript(transaction, member, id);
  requireSeen(manuscript, version);
  if (conflict.seenAt.toISOString() !== seenAt)
    throw new ConflictError('The library has yet another version by now. Look at it once more.');
  const isTaken = choice === 'library';
  const open = await openManuscript(transaction, id);
  // Before the article changes.
  await lockAuthors(transaction, [open.article.authorId]);
  const isOut = open.article.status === 'published';
  if (isTaken) {
    const content = contentOf(conflict, open);
    const taken = { base: manuscript.version, content, reason: 'library' } as const;
    await saveManuscript(transaction, member, id, taken);
    if (isOut)
      await updateArticle(transaction, id, {
        doer: member,
        readOn: conflict.article.body.readByPersonOn ?? null,
      });
  }
  // What is archived stays so: an import would publish what nobody holds.
  await settleWithLibrary(transaction, id, conflict.hash, {
    isTaken: isTaken && isOut,
    level: conflict.article.level,
  });
  await endConflict(transaction, id);
  await record(transaction, member, {
    action: 'article.settle',
    id,
    name: conflict.article.title,
    after: { choice },
  });
}
