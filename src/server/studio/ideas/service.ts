import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { v7 as newId } from 'uuid';
import { IDEA_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import type { Idea, IdeaFields, StoredIdeaFields } from '#domain/studio/ideas.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import { findAuthorForEditors } from '#server/catalogue/authors/editor-authors.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { findLatestRequestIdsBySubject } from '#server/studio/ai-request-store/subject-requests.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import {
  compareWithExistingIdeas,
  describeDuplicate,
  findSimilarArticleIds,
} from './existing-ideas.ts';
import {
  deleteIdea,
  findIdea,
  findStoredIdeaByArticle,
  insertIdea,
  lockIdea,
  lockIdeaInsertion,
  type StoredIdea,
  type StoredIdeaWithAuthorAlias,
  updateIdeaIfStatus,
} from './repository.ts';

interface IdeaInput {
  idea: IdeaFields;
  allowSimilar: boolean;
}

/**
 * Stores an editor's idea. Throws {@link ConflictError} if the idea is too similar to an existing one, unless the
 * editor has confirmed the idea.
 */
export async function addIdea(
  queries: Queries,
  member: StudioMember,
  { authorId, idea, allowSimilar }: IdeaInput & { authorId: string },
): Promise<Idea> {
  const id = newId();
  const similarIds = await findSimilarArticleIds(queries, idea);
  await queries.transaction(async (transaction) => {
    const author = await findAuthorForEditors(transaction, authorId);
    if (!author) throw new NotFoundError('There is no such author.');
    if (author.status !== 'active')
      throw new ConflictError(`${author.profile.alias} is not active.`);
    const mostSimilar = await requireDistinct(transaction, { idea, allowSimilar }, similarIds);
    await insertIdea(transaction, { id, authorId, idea, mostSimilar });
    await recordAuditEvent(transaction, member, {
      action: 'idea.create',
      id,
      name: idea.title,
      after: { author: author.profile.alias },
    });
  });
  return getIdea(queries, id);
}

/**
 * Changes a pending idea. `base` is the version of the idea that the editor saw. Throws {@link ConflictError} if the
 * idea has changed since that version.
 */
export async function changeIdea(
  queries: Queries,
  member: StudioMember,
  id: string,
  { base, idea, allowSimilar }: IdeaInput & { base: string },
): Promise<Idea> {
  const similarIds = await findSimilarArticleIds(queries, idea);
  await queries.transaction(async (transaction) => {
    const before = await lockPendingIdea(transaction, id, 'changed');
    // If the idea already has the new values, the client has repeated a request whose response was lost.
    if (isDeepStrictEqual(before.idea, idea)) return;
    if (hashIdea(before.idea) !== base)
      throw new ConflictError('Somebody else has changed this idea. Compare, then save again.');
    const mostSimilar = await requireDistinct(transaction, { idea, allowSimilar }, similarIds, id);
    const nearest = isSameArgument(before.idea, idea) ? before.nearest : null;
    await updateIdeaIfStatus(transaction, id, 'pending', { idea, mostSimilar, nearest });
    await recordAuditEvent(transaction, member, {
      action: 'idea.change',
      id,
      name: idea.title,
      before: before.idea,
      after: idea,
    });
  });
  return getIdea(queries, id);
}

/** Deletes a pending idea. */
export async function removeIdea(
  queries: Queries,
  member: StudioMember,
  id: string,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const { idea } = await lockPendingIdea(transaction, id, 'removed');
    await deleteIdea(transaction, id);
    await recordAuditEvent(transaction, member, {
      action: 'idea.remove',
      id,
      name: idea.title,
      before: idea,
    });
  });
}

/** Returns an idea for display to editors. Throws {@link NotFoundError} if the idea does not exist. */
export async function getIdea(queries: Queries, id: string): Promise<Idea> {
  const row = await findIdea(queries, id);
  if (!row) throw new NotFoundError('There is no such idea.');
  return (await toIdeas(queries, [row]))[0]!;
}

/** Converts stored ideas for display to editors. */
export async function toIdeas(
  queries: Queries,
  rows: readonly StoredIdeaWithAuthorAlias[],
): Promise<Idea[]> {
  const requestedIds = rows.filter(({ status }) => status !== 'pending').map(({ id }) => id);
  const requests = await findLatestRequestIdsBySubject(queries, 'generate_articles', requestedIds);
  return rows.map((row) => toIdea(row, requests.get(row.id)));
}

/** Returns the idea from which an article was written, or null if there is none. */
export async function findIdeaOfArticle(queries: Queries, articleId: string): Promise<Idea | null> {
  const row = await findStoredIdeaByArticle(queries, articleId);
  return row ? (await toIdeas(queries, [row]))[0]! : null;
}

function toIdea(
  { idea, createdAt, ...row }: StoredIdeaWithAuthorAlias,
  writtenIn: string | null = null,
): Idea {
  return {
    ...row,
    ...idea,
    points: idea.points ?? null,
    writtenIn,
    createdAt: createdAt.toISOString(),
    version: hashIdea(idea),
  };
}

/**
 * Returns a hash of an idea's fields, which serves as the idea's version. The hash is stable, because the database
 * returns JSON fields in a fixed order.
 */
function hashIdea(idea: StoredIdeaFields): string {
  return createHash('sha256').update(JSON.stringify(idea)).digest('base64url');
}

async function requireDistinct(
  transaction: Queries,
  { idea, allowSimilar }: IdeaInput,
  similarArticleIds: readonly string[],
  except?: string,
): Promise<StoredIdea['mostSimilar']> {
  await lockIdeaInsertion(transaction);
  const { mostSimilar, isTooSimilar } = await compareWithExistingIdeas(
    transaction,
    idea,
    similarArticleIds,
    except,
  );
  if (isTooSimilar && !allowSimilar) throw new ConflictError(describeDuplicate(mostSimilar!));
  return mostSimilar;
}

/**
 * Returns true if all fields that the AI compares by meaning are unchanged. The stored result of the comparison then
 * remains valid.
 */
function isSameArgument(before: StoredIdeaFields, after: IdeaFields): boolean {
  const toComparedFields = ({ thesis, surprise, object, points }: StoredIdeaFields) => ({
    thesis,
    surprise,
    object,
    points,
  });
  return isDeepStrictEqual(toComparedFields(before), toComparedFields(after));
}

/** Locks an idea until the transaction ends. Throws if the idea is not pending. */
async function lockPendingIdea(
  transaction: Queries,
  id: string,
  participle: string,
): Promise<StoredIdea> {
  const idea = await lockIdea(transaction, id);
  if (!idea) throw new NotFoundError('There is no such idea.');
  if (idea.status !== 'pending') {
    const { label } = IDEA_STATE_MACHINE.states[idea.status];
    throw new ConflictError(`This idea is “${label}” and cannot be ${participle} any more.`);
  }
  return idea;
}
