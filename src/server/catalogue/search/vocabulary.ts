import { asc, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { getContentVersion } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { articleSearch, searchWords } from './schema.ts';
import { insertSearchWords, listArticleWords } from './search-index.ts';

/** Number of articles whose words are read at a time. */
const BATCH_SIZE = 20;
/** Maximum number of attempts to refresh the vocabulary. An attempt fails if articles change while it runs. */
const MAX_ATTEMPTS = 3;

/** Creates the nightly job that runs {@link refreshVocabulary}. */
export function createRefreshVocabularyJob(queries: Queries): JobWithHandler {
  return {
    id: 'search-words',
    payload: z.strictObject({}),
    cron: '7 4 * * *',
    timeLimit: 60 * 60,
    work: async (_payload, signal) => ({ removed: await refreshVocabulary(queries, signal) }),
  };
}

/**
 * Updates the vocabulary that searches use to correct misspelled words. Removes words that occur in no article, and
 * adds words that earlier versions of Octavo did not store. Returns the number of removed words. If articles change
 * during every attempt, changes nothing and returns 0.
 */
export async function refreshVocabulary(queries: Queries, signal: AbortSignal): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const version = await getContentVersion(queries);
    const words = await readAllWords(queries, signal);
    const removed = await replaceWords(queries, words, version);
    if (removed !== undefined) return removed;
  }
  return 0;
}

async function readAllWords(queries: Queries, signal: AbortSignal): Promise<Set<string>> {
  const words = new Set<string>();
  for (let lastId: string | undefined; ; ) {
    signal.throwIfAborted();
    const rows = await queries
      .select({ id: articleSearch.articleId })
      .from(articleSearch)
      .where(lastId ? gt(articleSearch.articleId, lastId) : undefined)
      .orderBy(asc(articleSearch.articleId))
      .limit(BATCH_SIZE);
    if (!rows.length) return words;
    lastId = rows.at(-1)!.id;
    const ids = rows.map(({ id }) => id);
    for (const word of await listArticleWords(queries, ids)) words.add(word);
  }
}

/**
 * Replaces all words of the search vocabulary, and returns the number of removed words. If articles have changed since
 * `version`, changes nothing and returns `undefined`. Locks the table, so transactions that insert words briefly have
 * to wait.
 */
async function replaceWords(
  queries: Queries,
  words: ReadonlySet<string>,
  version: number,
): Promise<number | undefined> {
  return queries.transaction(async (transaction) => {
    await transaction.execute(sql`LOCK TABLE ${searchWords} IN SHARE ROW EXCLUSIVE MODE`);
    if ((await getContentVersion(transaction)) !== version) return undefined;
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
