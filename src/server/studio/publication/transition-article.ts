import { ARTICLE_STATE_MACHINE, type ArticleEvent } from '#domain/statuses/article-states.ts';
import { type Actor, describeForbiddenTransition } from '#domain/statuses/state-machine.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import {
  type ArticleForEditors,
  changeArticleStatus,
  detachArticlesFromLibrary,
  findArticleForEditors,
  listDistinctAuthorIdsOfArticles,
} from '#server/catalogue/articles/editor-articles.ts';
import { lockAuthors } from '#server/catalogue/authors/author-rows.ts';
import { withdrawArticles } from '#server/catalogue/publication/publish-article.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, InvalidRequestError } from '#server/platform/errors.ts';
import { type AuditActor, recordAuditEvent } from '../audit/service.ts';
import {
  assertVersionIsCurrent,
  lockOrCreateSyncedManuscript,
} from '../manuscripts/article-with-manuscript.ts';
import { type StoredManuscript, updateManuscriptColumns } from '../manuscripts/repository.ts';
import { cancelScheduledPublication } from '../manuscripts/save-manuscript.ts';
import { getNextStateOrThrow } from '../states/get-next-state-or-throw.ts';
import {
  assertAuthorIsActive,
  assertManuscriptIsPublishable,
  getReadConfirmationDate,
  publishManuscript,
  republishStoredArticle,
  toReadConfirmationColumns,
} from './publish-manuscript.ts';

/** The effects of an event, such as `archive`, on an article, apart from the article's new status. */
interface EventEffects {
  /**
   * The effect on the article's open AI review. `close` requires that no concern in the review still needs a decision.
   */
  review?: 'close' | 'reject';
  /** The kind of change that the event makes to the published article. */
  publication?: keyof typeof PUBLICATION_CHANGES;
  /**
   * The reason for canceling the scheduled publication, for the audit log. Omitted if the event does not cancel it. The
   * event `publish` also omits the reason, because it publishes the article.
   */
  unscheduleReason?: string;
}

const EVENT_EFFECTS: Readonly<Record<ArticleEvent, EventEffects>> = {
  review: {},
  accept: { review: 'close' },
  rework: { review: 'reject', unscheduleReason: 'It is a draft again.' },
  publish: { review: 'close', publication: 'publish' },
  archive: { review: 'reject', publication: 'withdraw', unscheduleReason: 'It was archived.' },
  restore: { publication: 'restore' },
  resume: {},
};

/** Returns the effect of an event on an article's open AI review. */
export function getReviewEffectOfEvent(event: ArticleEvent): EventEffects['review'] {
  return EVENT_EFFECTS[event].review;
}

/** The functions that change the published article and its status, by kind of change. */
const PUBLICATION_CHANGES = {
  publish: publishManuscript,
  restore: async (transaction: Queries, article: ArticleForEditors): Promise<void> => {
    assertAuthorIsActive(article);
    await republishStoredArticle(transaction, article);
  },
  withdraw: (transaction: Queries, { id }: ArticleForEditors) =>
    withdrawArticles(transaction, [id]),
} as const;

/** The member who performs the transition, and the version of the article that the member has seen. */
export interface ArticleTransitionOptions {
  actor: AuditActor;
  role: Actor;
  /** The version number of the manuscript that the member has seen. If omitted, any version is accepted. */
  version?: number | undefined;
  /** True if the editor confirms having read the article to the end. The published article shows the confirmation. */
  isRead?: boolean | undefined;
}

/**
 * Applies an event to an article: changes its status, the published article and the schedule. Must be called within a
 * transaction. The caller must also apply the effect on the AI review ({@link getReviewEffectOfEvent}). Throws
 * {@link ConflictError} if the event is not allowed, or if the manuscript has changed since the member saw it. Throws
 * {@link InvalidRequestError} if the article cannot be published.
 */
export async function transitionArticle(
  transaction: Queries,
  id: string,
  event: ArticleEvent,
  { actor, role, version, isRead = false }: ArticleTransitionOptions,
): Promise<void> {
  const { article, manuscript } = await lockArticle(transaction, actor, id);
  const { status } = article;
  const nextStatus = getNextStateOrThrow(ARTICLE_STATE_MACHINE, status, event, role);
  // For an archived article that was published before, only the event `restore` is allowed, which publishes the article
  // again. For other archived articles, only `resume` is allowed, which makes the article a draft.
  if (event === (article.wasOut ? 'resume' : 'restore'))
    throw new ConflictError(describeForbiddenTransition(ARTICLE_STATE_MACHINE, status, event));
  assertVersionIsCurrent(manuscript, version);
  const { publication, unscheduleReason } = EVENT_EFFECTS[event];
  const confirmedOn = isRead
    ? toUtcDay(new Date())
    : role === 'job'
      ? getReadConfirmationDate(manuscript)
      : null;
  const readOn = publication === 'publish' ? confirmedOn : null;
  if (publication) await PUBLICATION_CHANGES[publication](transaction, article, manuscript, readOn);
  else await changeArticleStatus(transaction, id, status, nextStatus);
  if (unscheduleReason)
    await cancelScheduledPublication(transaction, actor, manuscript, unscheduleReason);
  // The transition ends the edit session, so that the next save creates a new version.
  await updateManuscriptColumns(transaction, id, { editSession: null });
  await detachArticlesFromLibrary(transaction, [id]);
  await recordAuditEvent(transaction, actor, {
    action: `article.${event}`,
    id,
    name: manuscript.content.title || article.title,
    before: { status },
    after: {
      status: nextStatus,
      version: manuscript.version,
      ...(readOn && { readByPersonOn: readOn }),
    },
  });
}

/**
 * Publishes the changes to a published article. `readOn` is the date on which an editor confirmed having read this
 * version to the end. Without `readOn`, the article shows no such confirmation. Throws the same errors as
 * {@link transitionArticle}.
 */
export async function publishArticleChanges(
  transaction: Queries,
  id: string,
  {
    actor,
    version,
    readOn = null,
  }: Pick<ArticleTransitionOptions, 'actor' | 'version'> & { readOn?: string | null },
): Promise<void> {
  const { article, manuscript } = await lockArticle(transaction, actor, id);
  if (article.status !== 'published')
    throw new ConflictError('This article is not published. Publish it instead.');
  assertVersionIsCurrent(manuscript, version);
  const before = manuscript.publishedVersion;
  await publishManuscript(transaction, article, manuscript, readOn);
  await detachArticlesFromLibrary(transaction, [id]);
  await recordAuditEvent(transaction, actor, {
    action: 'article.update',
    id,
    name: manuscript.content.title,
    before: { version: before },
    after: { version: manuscript.version, ...(readOn && { readByPersonOn: readOn }) },
  });
}

/**
 * Records that an editor has read the published article to the end. The article then shows this confirmation. Throws
 * the same errors as {@link transitionArticle}.
 */
export async function markArticleReadByEditor(
  transaction: Queries,
  id: string,
  { actor, version }: Pick<ArticleTransitionOptions, 'actor' | 'version'>,
): Promise<void> {
  const { article, manuscript } = await lockArticle(transaction, actor, id);
  if (article.status !== 'published') throw new ConflictError('This article is not published.');
  assertVersionIsCurrent(manuscript, version);
  if (manuscript.version !== manuscript.publishedVersion)
    throw new ConflictError('This article has unpublished changes. Publish them first.');
  const { readByPersonOn: before = null } = article.body;
  const readByPersonOn = toUtcDay(new Date());
  await republishStoredArticle(transaction, {
    ...article,
    body: { ...article.body, readByPersonOn },
  });
  await updateManuscriptColumns(
    transaction,
    id,
    toReadConfirmationColumns(manuscript, readByPersonOn),
  );
  await detachArticlesFromLibrary(transaction, [id]);
  await recordAuditEvent(transaction, actor, {
    action: 'article.read',
    id,
    name: article.title,
    before: { readByPersonOn: before },
    after: { readByPersonOn, version: manuscript.version },
  });
}

/**
 * Schedules the publication of an article in human review. If `at` is null, cancels the schedule. Throws the same
 * errors as {@link transitionArticle}.
 */
export async function scheduleOrUnscheduleArticle(
  transaction: Queries,
  id: string,
  at: Date | null,
  {
    actor,
    version,
    isRead = false,
  }: Pick<ArticleTransitionOptions, 'actor' | 'version' | 'isRead'>,
): Promise<void> {
  const { article, manuscript } = await lockArticle(transaction, actor, id);
  assertVersionIsCurrent(manuscript, version);
  if (at) {
    if (article.status !== 'human_review')
      throw new ConflictError(
        `This article is “${ARTICLE_STATE_MACHINE.states[article.status].label}”. Move it to “${ARTICLE_STATE_MACHINE.states.human_review.label}” to schedule it.`,
      );
    if (at.getTime() <= Date.now())
      throw new InvalidRequestError('That time has passed. Choose a later one.');
    assertManuscriptIsPublishable(manuscript.content);
  }
  const readOn = at && isRead ? toUtcDay(new Date()) : null;
  await updateManuscriptColumns(transaction, id, {
    publishAt: at,
    editSession: null,
    ...toReadConfirmationColumns(manuscript, readOn),
  });
  await recordAuditEvent(transaction, actor, {
    action: 'article.schedule',
    id,
    name: manuscript.content.title,
    before: { publishAt: manuscript.publishAt },
    after: { publishAt: at, ...(readOn && { readByPersonOn: readOn }) },
  });
}

/**
 * Locks the manuscripts of several articles and then the articles' authors, until the transaction ends. Manuscripts and
 * authors are each locked in the order of their IDs. A transaction must call this function before it changes several
 * articles (`docs/decisions/0038-lock-order.md`). Returns the manuscripts by article ID.
 */
export async function lockManuscriptsAndAuthors(
  transaction: Queries,
  actor: AuditActor,
  ids: readonly string[],
): Promise<Map<string, StoredManuscript>> {
  const manuscripts = new Map<string, StoredManuscript>();
  for (const id of [...new Set(ids)].sort())
    manuscripts.set(id, await lockOrCreateSyncedManuscript(transaction, actor, id));
  await lockAuthors(
    transaction,
    await listDistinctAuthorIdsOfArticles(transaction, [...manuscripts.keys()]),
  );
  return manuscripts;
}

/** Locks an article's manuscript and author until the transaction ends. Returns the article and the manuscript. */
async function lockArticle(transaction: Queries, actor: AuditActor, id: string) {
  const manuscripts = await lockManuscriptsAndAuthors(transaction, actor, [id]);
  return {
    article: (await findArticleForEditors(transaction, id))!,
    manuscript: manuscripts.get(id)!,
  };
}
