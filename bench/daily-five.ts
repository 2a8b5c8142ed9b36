/**
 * Simulates three readers of the articles that ship with Octavo, by default over two weeks. Prints the five articles
 * that each of them is offered every day (the daily five), so that a person can judge the selection. Also prints how
 * many articles, categories and authors each reader has seen.
 *
 * npm run bench:daily-five -- [--days NUMBER] [--from YYYY-MM-DD]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import { CATEGORIES, type CategoryId, getCategory } from '#domain/categories.ts';
import { DAILY_FIVE_SIZE, type DailyFiveArticle } from '#domain/daily-five.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { SHIPPED_LIBRARY_FOLDER, syncLibrary } from '#server/catalogue/library/sync-library.ts';
import { createPictureService } from '#server/catalogue/pictures/service.ts';
import { CONTENT_CHANGE_JOB_DEFINITIONS } from '#server/catalogue/publication/publish-article.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { updatePreferences } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { getDailyFive } from '#server/readers/daily-five/service.ts';
import { followAuthor } from '#server/readers/follows/repository.ts';
import { recordReadingProgress } from '#server/readers/reading/repository.ts';
import { signInTestReader } from '#server/testing/reader.ts';

const DAY = 86_400_000;

interface SimulatedReader {
  name: string;
  topics: readonly CategoryId[];
  /** The category of the author whom the simulated reader follows. */
  followed?: CategoryId;
  /** The number of articles that the simulated reader finishes each day, starting with the first of the daily five. */
  finished: number;
}

const READERS: readonly SimulatedReader[] = [
  { name: 'A reader without topics, who finishes nothing', topics: [], finished: 0 },
  {
    name: 'A reader of one topic, who follows one of its authors and finishes two a day',
    topics: ['nsm'],
    followed: 'nsm',
    finished: 2,
  },
  {
    name: 'A reader of all topics, who finishes all five',
    topics: CATEGORIES.map(({ id }) => id),
    finished: DAILY_FIVE_SIZE,
  },
];

const { values: options } = parseArgs({
  options: {
    days: { type: 'string', default: '14' },
    from: { type: 'string', default: toUtcDay(new Date()) },
  },
});
const days = Number(options.days);
const first = Date.parse(options.from);
if (!Number.isInteger(days) || days < 1 || Number.isNaN(first)) {
  console.error('Usage: npm run bench:daily-five -- [--days NUMBER] [--from YYYY-MM-DD]');
  process.exit(2);
}

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-daily-five-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const database = await openDatabase('memory');
const { queries } = database;
const files = await openFileStore(readConfig({}), folder);
const pictures = createPictureService(database, files, console);
await createOrUpdateQueues(database, CONTENT_CHANGE_JOB_DEFINITIONS);
await syncLibrary(database, pictures, SHIPPED_LIBRARY_FOLDER);
for (const [number, reader] of READERS.entries()) printDays(reader, await simulate(reader, number));
await database.close();

/** Returns the five articles that a simulated reader is offered on each day. */
async function simulate(reader: SimulatedReader, number: number): Promise<DailyFiveArticle[][]> {
  const { user } = await signInTestReader(database, `reader-${number}`);
  user.topics = [...reader.topics];
  await updatePreferences(queries, user, { topics: user.topics });
  if (reader.followed) await followAuthorOfCategory(user, reader.followed);
  const dailyFives: DailyFiveArticle[][] = [];
  for (let day = 0; day < days; day++) {
    const five = await getDailyFive(queries, user, new Date(first + day * DAY));
    for (const { article } of five.slice(0, reader.finished))
      await recordReadingProgress(queries, user, article.id, { section: 'end', readAgo: 0 });
    dailyFives.push(five);
  }
  return dailyFives;
}

async function followAuthorOfCategory(user: User, category: CategoryId): Promise<void> {
  const [author] = await queries
    .select({ id: articles.authorId })
    .from(articles)
    .where(eq(articles.category, category))
    .orderBy(articles.id)
    .limit(1);
  await followAuthor(queries, user, author!.id);
}

function printDays(
  { name, finished }: SimulatedReader,
  dailyFives: readonly DailyFiveArticle[][],
): void {
  console.log(`\n${name}`);
  for (const [day, five] of dailyFives.entries()) {
    console.log(`\n  ${toUtcDay(new Date(first + day * DAY))}`);
    for (const [index, { article, reason }] of five.entries()) {
      const { category, authorAlias, title } = article;
      const mark = index < finished ? '✓' : ' ';
      console.log(
        `  ${mark} ${reason.padEnd(10)} ${getCategory(category).name.padEnd(31)} ${authorAlias.padEnd(14)} ${title}`,
      );
    }
  }
  const shownArticles = dailyFives.flat().map(({ article }) => article);
  const countDistinct = (key: 'id' | 'category' | 'authorAlias') =>
    new Set(shownArticles.map((article) => article[key])).size;
  console.log(
    `\n  ${shownArticles.length} shown: ${countDistinct('id')} articles, ${countDistinct('category')} of ${CATEGORIES.length} categories, ${countDistinct('authorAlias')} authors`,
  );
}
