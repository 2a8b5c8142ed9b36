import { SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { COUNT_KINDS } from '#domain/counts.ts';
import { FEEDBACK_TYPES } from '#domain/feedback.ts';
import { METRIC_NAMES, type Metric } from '#domain/studio/figures.ts';
import { articleAuthorsAndCategories } from '#server/catalogue/articles/joins.ts';
import { authorCategories } from '#server/catalogue/authors/joins.ts';
import { selectBookmarksSince } from '#server/readers/bookmarks/service.ts';
import {
  selectArticleCounts,
  selectAuthorCategoryCounts,
  selectDailyArticleCounts,
} from '#server/readers/counts/count-queries.ts';
import { selectFeedbackSince } from '#server/readers/feedback/service.ts';
import { selectFollowsSince } from '#server/readers/follows/repository.ts';
import { selectReportsSince } from '#server/readers/reports/reported-articles.ts';

/** The dimension by which figures are grouped. */
export type FigureKey = 'day' | 'article' | 'author' | 'category';

/** Filters for the figures. An omitted field does not filter. */
export interface FigureScope {
  authorId?: string | undefined;
  category?: string | undefined;
  articleId?: string | undefined;
  /** IDs of the articles to include. Applies only if the figures are grouped by article. */
  articleIds?: readonly string[] | undefined;
}

/** A source of figures: a SQL relation, the dimensions by which it can be grouped, and its measures. */
interface FigureSource {
  from: SQL;
  keys: Partial<Record<FigureKey, SQLWrapper>>;
  measures: Partial<Record<Metric, SQL>>;
}

/**
 * Returns a query that sums measures since a UTC day, grouped by a dimension. The result has the column `key` and one
 * column per measure. Each source is aggregated separately before the sums are combined.
 */
export function selectFigures(
  key: FigureKey,
  from: string,
  scope: FigureScope = {},
  measures: readonly Metric[] = METRIC_NAMES,
): SQL {
  const parts = listSources(key, from, scope)
    .filter((source) => supportsQuery(source, key, scope))
    .filter((source) => measures.some((name) => source.measures[name]))
    .map((source) => aggregateSource(source, key, scope, measures));
  const sums = measures.map(
    (name) => sql`sum(${toIdentifier(name)})::int AS ${toIdentifier(name)}`,
  );
  return sql`SELECT key, ${sql.join(sums, sql`, `)} FROM (${sql.join(parts, sql` UNION ALL `)}) AS figure GROUP BY key`;
}

function aggregateSource(
  { from, keys, measures }: FigureSource,
  key: FigureKey,
  scope: FigureScope,
  names: readonly Metric[],
): SQL {
  const columns = names.map((name) => sql`${measures[name] ?? sql`0`} AS ${toIdentifier(name)}`);
  const wanted = [
    scope.authorId && sql`${keys.author} = ${scope.authorId}::uuid`,
    scope.category && sql`${keys.category} = ${scope.category}`,
    scope.articleId && sql`${keys.article} = ${scope.articleId}::uuid`,
    scope.articleIds && sql`${keys.article} = ANY(${sql.param([...scope.articleIds])}::uuid[])`,
  ].filter((each) => each instanceof SQL);
  const where = wanted.length ? sql` WHERE ${sql.join(wanted, sql` AND `)}` : sql``;
  return sql`SELECT (${keys[key]})::text AS key, ${sql.join(columns, sql`, `)} FROM ${from}${where} GROUP BY 1`;
}

/** Returns true if a source has all dimensions that a query needs. For example, follows belong to no article. */
function supportsQuery(
  { keys }: FigureSource,
  key: FigureKey,
  { authorId, category, articleId }: FigureScope,
): boolean {
  return Boolean(
    keys[key] &&
      (!authorId || keys.author) &&
      (!category || keys.category) &&
      (!articleId || keys.article),
  );
}

function listSources(key: FigureKey, from: string, { articleId }: FigureScope): FigureSource[] {
  const since = new Date(`${from}T00:00:00Z`);
  const counts = articleId
    ? [createSingleArticleSource(articleId, from)]
    : key === 'article'
      ? selectArticleCounts(from).map(createArticleSource)
      : [createCategorySource(from)];
  const bookmark = selectBookmarksSince(since);
  const given = selectFeedbackSince(since);
  const report = selectReportsSince(since);
  const follow = selectFollowsSince(since);
  const feedback = Object.entries(FEEDBACK_TYPES).map(([type, { code }]) => [
    type,
    sql`count(*) FILTER (WHERE ${given.type} = ${code})`,
  ]);
  return [
    ...counts,
    createEventSource(bookmark, { bookmarks: sql`count(*)` }),
    createEventSource(given, Object.fromEntries(feedback)),
    createEventSource(report, { reports: sql`count(*)` }),
    {
      from: sql`${follow} JOIN ${authorCategories} ON ${authorCategories.id} = ${follow.authorId}`,
      keys: {
        day: toUtcDay(follow.at),
        author: sql`${follow.authorId}`,
        category: sql`${authorCategories.category}`,
      },
      measures: { follows: sql`count(*)` },
    },
  ];
}

/** Creates the source for one kind of reader events on articles, such as bookmarks, feedback or reports. */
function createEventSource(
  event: ReturnType<
    typeof selectBookmarksSince | typeof selectFeedbackSince | typeof selectReportsSince
  >,
  measures: FigureSource['measures'],
): FigureSource {
  return {
    from: sql`${event} JOIN ${articleAuthorsAndCategories} ON ${articleAuthorsAndCategories.id} = ${event.articleId}`,
    keys: {
      day: toUtcDay(event.at),
      article: sql`${event.articleId}`,
      author: sql`${articleAuthorsAndCategories.authorId}`,
      category: sql`${articleAuthorsAndCategories.category}`,
    },
    measures,
  };
}

function createCategorySource(from: string): FigureSource {
  const shelf = selectAuthorCategoryCounts(from);
  const keys = {
    day: sql`${shelf.day}`,
    author: sql`${shelf.authorId}`,
    category: sql`${shelf.category}`,
  };
  return { from: sql`${shelf}`, keys, measures: COUNT_MEASURES };
}

function createArticleSource(
  counted: ReturnType<typeof selectArticleCounts>[number],
): FigureSource {
  return {
    from: sql`${counted}`,
    keys: { article: sql`${counted.articleId}` },
    measures: COUNT_MEASURES,
  };
}

function createSingleArticleSource(articleId: string, from: string): FigureSource {
  const counted = selectDailyArticleCounts(articleId, from);
  const keys = { day: sql`${counted.day}`, article: sql`${articleId}` };
  return { from: sql`${counted}`, keys, measures: COUNT_MEASURES };
}

const toIdentifier = (name: string) => sql.identifier(name);
const toUtcDay = (moment: SQLWrapper) => sql`(${moment} AT TIME ZONE 'UTC')::date`;
const COUNT_MEASURES = Object.fromEntries(
  COUNT_KINDS.map((kind) => [kind, sql`sum(${toIdentifier(kind)})`]),
) as FigureSource['measures'];
