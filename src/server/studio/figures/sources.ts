import { SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { COUNT_KINDS } from '#domain/counts.ts';
import { FEEDBACK_TYPES } from '#domain/feedback.ts';
import { MEASURE_NAMES, type Measure } from '#domain/studio/figures.ts';
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

/** What figures are added up by. */
export type Key = 'day' | 'article' | 'author' | 'category';

/** Whose figures are wanted, where it is not everybody's. */
export interface Whose {
  authorId?: string | undefined;
  category?: string | undefined;
  articleId?: string | undefined;
  /** Of these articles: as they are added up by article. */
  articleIds?: readonly string[] | undefined;
}

/** Something figures come from: what it is read from, what it knows of each row, and the measures it has. */
interface Source {
  from: SQL;
  keys: Partial<Record<Key, SQLWrapper>>;
  measures: Partial<Record<Measure, SQL>>;
}

/**
 * A row of measures for each key there is, from a day on (in UTC): one statement, in which each source is added up by
 * itself before they are put together. Columns: `key`, and the measures.
 */
export function figuresBy(
  key: Key,
  from: string,
  whose: Whose = {},
  measures: readonly Measure[] = MEASURE_NAMES,
): SQL {
  const parts = sourcesFor(key, from, whose)
    .filter((source) => canTell(source, key, whose))
    .filter((source) => measures.some((name) => source.measures[name]))
    .map((source) => addUp(source, key, whose, measures));
  const sums = measures.map((name) => sql`sum(${ident(name)})::int AS ${ident(name)}`);
  return sql`SELECT key, ${sql.join(sums, sql`, `)} FROM (${sql.join(parts, sql` UNION ALL `)}) AS figure GROUP BY key`;
}

function addUp(
  { from, keys, measures }: Source,
  key: Key,
  whose: Whose,
  names: readonly Measure[],
): SQL {
  const columns = names.map((name) => sql`${measures[name] ?? sql`0`} AS ${ident(name)}`);
  const wanted = [
    whose.authorId && sql`${keys.author} = ${whose.authorId}::uuid`,
    whose.category && sql`${keys.category} = ${whose.category}`,
    whose.articleId && sql`${keys.article} = ${whose.articleId}::uuid`,
    whose.articleIds && sql`${keys.article} = ANY(${sql.param([...whose.articleIds])}::uuid[])`,
  ].filter((each) => each instanceof SQL);
  const where = wanted.length ? sql` WHERE ${sql.join(wanted, sql` AND `)}` : sql``;
  return sql`SELECT (${keys[key]})::text AS key, ${sql.join(columns, sql`, `)} FROM ${from}${where} GROUP BY 1`;
}

/** Nobody follows an article, and shelves know of none. */
function canTell({ keys }: Source, key: Key, { authorId, category, articleId }: Whose): boolean {
  return Boolean(
    keys[key] &&
      (!authorId || keys.author) &&
      (!category || keys.category) &&
      (!articleId || keys.article),
  );
}

function sourcesFor(key: Key, from: string, { articleId }: Whose): Source[] {
  const since = new Date(`${from}T00:00:00Z`);
  const counts = articleId
    ? [countedOfOne(articleId, from)]
    : key === 'article'
      ? selectArticleCounts(from).map(countedOfArticles)
      : [countedOfShelves(from)];
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
    ofArticles(bookmark, { bookmarks: sql`count(*)` }),
    ofArticles(given, Object.fromEntries(feedback)),
    ofArticles(report, { reports: sql`count(*)` }),
    {
      from: sql`${follow} JOIN ${authorCategories} ON ${authorCategories.id} = ${follow.authorId}`,
      keys: {
        day: dayOf(follow.at),
        author: sql`${follow.authorId}`,
        category: sql`${authorCategories.category}`,
      },
      measures: { follows: sql`count(*)` },
    },
  ];
}

/** What readers did with articles, each row once. */
function ofArticles(
  event: ReturnType<
    typeof selectBookmarksSince | typeof selectFeedbackSince | typeof selectReportsSince
  >,
  measures: Source['measures'],
): Source {
  return {
    from: sql`${event} JOIN ${articleAuthorsAndCategories} ON ${articleAuthorsAndCategories.id} = ${event.articleId}`,
    keys: {
      day: dayOf(event.at),
      article: sql`${event.articleId}`,
      author: sql`${articleAuthorsAndCategories.authorId}`,
      category: sql`${articleAuthorsAndCategories.category}`,
    },
    measures,
  };
}

function countedOfShelves(from: string): Source {
  const shelf = selectAuthorCategoryCounts(from);
  const keys = {
    day: sql`${shelf.day}`,
    author: sql`${shelf.authorId}`,
    category: sql`${shelf.category}`,
  };
  return { from: sql`${shelf}`, keys, measures: countedKinds };
}

function countedOfArticles(counted: ReturnType<typeof selectArticleCounts>[number]): Source {
  return {
    from: sql`${counted}`,
    keys: { article: sql`${counted.articleId}` },
    measures: countedKinds,
  };
}

function countedOfOne(articleId: string, from: string): Source {
  const counted = selectDailyArticleCounts(articleId, from);
  const keys = { day: sql`${counted.day}`, article: sql`${articleId}` };
  return { from: sql`${counted}`, keys, measures: countedKinds };
}

const ident = (name: string) => sql.identifier(name);
const dayOf = (moment: SQLWrapper) => sql`(${moment} AT TIME ZONE 'UTC')::date`;
const countedKinds = Object.fromEntries(
  COUNT_KINDS.map((kind) => [kind, sql`sum(${ident(kind)})`]),
) as Source['measures'];
