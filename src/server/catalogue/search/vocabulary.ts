import { asc, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { versionNow } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { articleSearch, searchWords } from './schema.ts';
import { insertSearchWords, listArticleWords } from './search-index.ts';

/** Articles whose whole text is read at once. */
const BATCH_SIZE = 20;
/** How often it begins anew when articles change while they are read. */
const MAX_ATTEMPTS = 3;

/** {@link refreshVocabulary}, every night. */
export function createVocabularyJob(queries: Queries): Job {
  return {
    id: 'search-words',
    payload: z.strictObject({}),
    cron: '7 4 * * *',
    within: 60 * 60,
    work: async (_nothing, signal) => ({ removed: await refreshVocabulary(queries, signal) }),
  };
}

/**
 * Removes the words that no article has any more, since a misspelt word would be taken for one of them, and adds those
 * that an earlier release left out. Returns how many were removed. Where articles change all the time, it does nothing.
 */
export async function refreshVocabulary(queries: Queries, signal: AbortSignal): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const version = await versionNow(queries);
    const words = await readAllWords(queries, signal);
    const removed = await replaceWords(queries, words, version);
    if (removed !== undefined) return removed;
  }
  return 0;
}

async function readAllWords(queries: Queries, signal: AbortSignal): Promise<Set<string>> {
  const words = new Set<string>();
  for (let last: string | undefined; ; ) {
    signal.throwIfAborted();
    const rows = await queries
      .select({ id: articleSearch.articleId })
      .from(articleSearch)
      .where(last ? gt(articleSearch.articleId, last) : undefined)
      .orderBy(asc(articleSearch.articleId))
      .limit(BATCH_SIZE);
    if (!rows.length) return words;
    last = rows.at(-1)!.id;
    const ids = rows.map(({ id }) => id);
    for (const word of await listArticleWords(queries, ids)) words.add(word);
  }
}

/**
 * Removes all words but these, and adds those that are missing; `undefined`, and nothing is done, where articles have
 * changed since. The lock waits for those who are adding words, and holds up the next ones, for a moment.
 */
async function replaceWords(
  queries: Queries,
  words: ReadonlySet<string>,
  version: number,
): Promise<number | undefined> {
  return queries.transaction(async (transaction) => {
    await transaction.execute(sql`LOCK TABLE ${searchWords} IN SHARE ROW EXCLUSIVE MODE`);
    if ((await versionNow(transaction)) !== version) return undefined;
    const removed = await transaction
      .delete(searchWords)
      .where(
        sql`NOT EXISTS (SELECT FROM unnest(${sql.param([...words])}::text[]) AS present (word)
          WHERE present.word = ${searchWords.word})`,
      )
      .returning({ word: searchWords.word });
    await insertSearchWords(transaction, words);
    return removed.length;
  });
}
