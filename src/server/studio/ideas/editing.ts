import { v7 as newId } from 'uuid';
import { IDEA_STATES } from '#domain/statuses/machines.ts';
import type { Idea, IdeaFields } from '#domain/studio/ideas.ts';
import type { Member } from '#domain/studio/roles.ts';
import { findAuthorOnDesk } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { record } from '#server/studio/audit/service.ts';
import { likenessOf, refusalOf } from './known.ts';
import {
  deleteIdea,
  findIdea,
  insertIdea,
  type ListedIdea,
  lockIdea,
  type StoredIdea,
  updateIdea,
} from './repository.ts';

interface Written {
  idea: IdeaFields;
  mayBeAlike: boolean;
}

/** Stores an idea an editor had. Throws {@link ConflictError} when it is one there is already, unless it may be. */
export async function addIdea(
  queries: Queries,
  member: Member,
  { authorId, idea, mayBeAlike }: Written & { authorId: string },
): Promise<Idea> {
  const id = newId();
  await queries.transaction(async (transaction) => {
    const author = await findAuthorOnDesk(transaction, authorId);
    if (!author) throw new NotFoundError('There is no such author.');
    if (author.status !== 'active')
      throw new ConflictError(`${author.profile.alias} does not write at present.`);
    const twin = await requireOwn(transaction, { idea, mayBeAlike });
    await insertIdea(transaction, { id, authorId, idea, twin });
    await record(transaction, member, {
      action: 'idea.create',
      id,
      name: idea.title,
      after: { author: author.profile.alias },
    });
  });
  return requireIdea(queries, id);
}

/** Changes an idea nobody is writing yet. */
export async function changeIdea(
  queries: Queries,
  member: Member,
  id: string,
  { idea, mayBeAlike }: Written,
): Promise<Idea> {
  await queries.transaction(async (transaction) => {
    const before = await takePending(transaction, id, 'changed');
    const twin = await requireOwn(transaction, { idea, mayBeAlike }, id);
    await updateIdea(transaction, id, 'pending', { idea, twin });
    await record(transaction, member, {
      action: 'idea.change',
      id,
      name: idea.title,
      before: before.idea,
      after: idea,
    });
  });
  return requireIdea(queries, id);
}

/** Removes an idea nobody is writing yet. */
export async function removeIdea(queries: Queries, member: Member, id: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    const { idea } = await takePending(transaction, id, 'removed');
    await deleteIdea(transaction, id);
    await record(transaction, member, {
      action: 'idea.remove',
      id,
      name: idea.title,
      before: idea,
    });
  });
}

async function requireIdea(queries: Queries, id: string): Promise<Idea> {
  const row = await findIdea(queries, id);
  if (!row) throw new NotFoundError('There is no such idea.');
  return shownIdea(row);
}

export function shownIdea({ idea, createdAt, ...row }: ListedIdea): Idea {
  return { ...row, ...idea, createdAt: createdAt.toISOString() };
}

async function requireOwn(
  transaction: Queries,
  { idea, mayBeAlike }: Written,
  except?: string,
): Promise<StoredIdea['twin']> {
  const { twin, isTooAlike } = await likenessOf(transaction, idea, except);
  if (isTooAlike && !mayBeAlike) throw new ConflictError(refusalOf(twin!));
  return twin;
}

/** An idea that waits, locked until the transaction ends. */
async function takePending(
  transaction: Queries,
  id: string,
  becoming: string,
): Promise<StoredIdea> {
  const idea = await lockIdea(transaction, id);
  if (!idea) throw new NotFoundError('There is no such idea.');
  if (idea.status !== 'pending') {
    const { label } = IDEA_STATES.states[idea.status];
    throw new ConflictError(`This idea is “${label}” and cannot be ${becoming} any more.`);
  }
  return idea;
}
