import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { getCategory } from '#domain/categories.ts';
import { uuidSchema } from '#domain/ids.ts';
import {
  ARTICLE_FIGURE_ORDERS,
  AUTHOR_FIGURE_ORDERS,
  articleComparisonSchema,
  articleFiguresSchema,
  authorFiguresSchema,
  COMPLETION_RATE_KEYS,
  COMPLETION_RATES,
  calculateCompletionRate,
  categoryFiguresSchema,
  dailyFiguresReportSchema,
  FIGURE_RANGES_IN_DAYS,
  type FigureRange,
  METRIC_KEYS,
  METRIC_LABELS,
  type MetricTotals,
} from '#domain/studio/figures.ts';
import { requireAuthorId } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  aliasParameter,
  categoryParameters,
  choiceParameter,
  createLimitParameter,
  dataPageResponseSchema,
  dataResponseSchema,
  errorResponseSchema,
  pageParameters,
} from '#server/platform/http/schemas.ts';
import { formatCsv } from './format-csv.ts';
import { StudioFigures } from './studio-figures.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** Maximum number of articles or authors in a CSV file. */
const MAX_CSV_ROWS = 10_000;

const rangeParameter = z.preprocess(
  (value) => (value === undefined || value === '' ? FIGURE_RANGES_IN_DAYS[1] : Number(value)),
  z.literal(FIGURE_RANGES_IN_DAYS, { error: `must be one of ${FIGURE_RANGES_IN_DAYS.join(', ')}` }),
);
const rangeQuery = z.object({ range: rangeParameter });
const articleId = uuidSchema('is not the id of an article');
const daysQuery = z.object({
  range: rangeParameter,
  author: aliasParameter,
  category: categoryParameters.category,
  article: articleId.optional(),
});
const articlesQuery = z.object({
  range: rangeParameter,
  order: choiceParameter(ARTICLE_FIGURE_ORDERS),
  limit: createLimitParameter(DEFAULT_LIMIT, MAX_LIMIT),
});

const authorsQuery = z.object({
  range: rangeParameter,
  order: choiceParameter(AUTHOR_FIGURE_ORDERS),
  ...pageParameters(DEFAULT_LIMIT, MAX_LIMIT),
});

/**
 * Registers `GET /studio/figures/days`, `articles`, `authors` and `categories`, which return figures of reader activity
 * in the last 7, 28 or 90 days. The same URLs with `.csv` appended return CSV files.
 */
export function figureRoutes(app: FastifyInstance, queries: Queries): void {
  const figures = new StudioFigures(queries);
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const answering = <Schema extends z.ZodType>(schema: Schema) => ({
    200: dataResponseSchema(schema),
    '4xx': errorResponseSchema,
  });
  const asFile = { '4xx': errorResponseSchema };
  const ofDays = async ({ range, author, category, article }: z.output<typeof daysQuery>) =>
    figures.ofDays(range, {
      authorId: author && (await requireAuthorId(queries, author)),
      category,
      articleId: article,
    });

  typed.get(
    '/figures/days',
    {
      schema: {
        summary: 'Figures by day',
        querystring: daysQuery,
        response: answering(dailyFiguresReportSchema),
      },
    },
    async ({ query }) => ({ data: await ofDays(query) }),
  );
  typed.get(
    '/figures/days.csv',
    {
      schema: {
        summary: 'Figures by day as CSV',
        querystring: daysQuery,
        response: asFile,
      },
    },
    async ({ query }, reply) => {
      const { days } = await ofDays(query);
      const rows = days.map((row) => [row.day, ...toMeasureCells(row), row.started, row.ended]);
      return sendCsv(
        reply,
        'days',
        query.range,
        ['Day', ...MEASURE_HEADERS, ...SUBSCRIPTION_HEADERS],
        rows,
      );
    },
  );

  typed.get(
    '/figures/articles',
    {
      schema: {
        summary: 'Top articles in an order',
        querystring: articlesQuery,
        response: answering(z.object({ articles: z.array(articleFiguresSchema) })),
      },
    },
    async ({ query: { range, order, limit } }) => ({
      data: { articles: await figures.ofArticles(range, order, limit) },
    }),
  );
  typed.get(
    '/figures/articles.csv',
    {
      schema: {
        summary: 'Figures by article as CSV',
        querystring: articlesQuery.omit({ limit: true }),
        response: asFile,
      },
    },
    async ({ query: { range, order } }, reply) => {
      const found = await figures.ofArticles(range, order, MAX_CSV_ROWS);
      const rows = found.map((row) => [
        row.title,
        row.authorAlias,
        getCategory(row.category).name,
        row.path,
        ...toMeasureCells(row),
        ...toShareCells(row),
      ]);
      const head = [
        'Article',
        'Author',
        'Category',
        'Address',
        ...MEASURE_HEADERS,
        ...SHARE_HEADERS,
      ];
      return sendCsv(reply, 'articles', range, head, rows);
    },
  );

  typed.get(
    '/figures/articles/:id',
    {
      schema: {
        summary: 'Compare an article with its author, its category and all articles',
        params: z.object({ id: articleId }),
        querystring: rangeQuery,
        response: answering(articleComparisonSchema),
      },
    },
    async ({ params: { id }, query: { range } }) => {
      const found = await figures.ofArticle(range, id);
      if (!found) throw new NotFoundError('There is no such article.');
      return { data: found };
    },
  );

  typed.get(
    '/figures/authors',
    {
      schema: {
        summary: 'Figures by author in an order, highest first',
        querystring: authorsQuery,
        response: {
          200: dataPageResponseSchema({ authors: z.array(authorFiguresSchema) }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { range, order, limit, nextToken } }) => ({
      data: await figures.ofAuthors(range, order, limit, nextToken),
    }),
  );
  typed.get(
    '/figures/authors.csv',
    {
      schema: {
        summary: 'Figures by author as CSV',
        querystring: rangeQuery,
        response: asFile,
      },
    },
    async ({ query: { range } }, reply) => {
      const { authors: found } = await figures.ofAuthors(range, 'follows', MAX_CSV_ROWS);
      const rows = found.map((row) => [
        row.alias,
        ...toMeasureCells(row),
        ...toShareCells(row),
        row.followers,
      ]);
      const head = ['Author', ...MEASURE_HEADERS, ...SHARE_HEADERS, 'Followers'];
      return sendCsv(reply, 'authors', range, head, rows);
    },
  );

  typed.get(
    '/figures/categories',
    {
      schema: {
        summary: 'Figures by category',
        querystring: rangeQuery,
        response: answering(z.object({ categories: z.array(categoryFiguresSchema) })),
      },
    },
    async ({ query: { range } }) => ({ data: { categories: await figures.ofCategories(range) } }),
  );
  typed.get(
    '/figures/categories.csv',
    {
      schema: {
        summary: 'Figures by category as CSV',
        querystring: rangeQuery,
        response: asFile,
      },
    },
    async ({ query: { range } }, reply) => {
      const found = await figures.ofCategories(range);
      const rows = found.map((row) => [
        getCategory(row.category).name,
        ...toMeasureCells(row),
        ...toShareCells(row),
      ]);
      return sendCsv(
        reply,
        'categories',
        range,
        ['Category', ...MEASURE_HEADERS, ...SHARE_HEADERS],
        rows,
      );
    },
  );
}

const MEASURE_HEADERS = METRIC_KEYS.map((name) => METRIC_LABELS[name]);
const SUBSCRIPTION_HEADERS = ['Subscriptions begun', 'Subscriptions ended'];
const SHARE_HEADERS = COMPLETION_RATE_KEYS.map((name) => `${COMPLETION_RATES[name].name} (%)`);

const toMeasureCells = (row: Record<(typeof METRIC_KEYS)[number], number>) =>
  METRIC_KEYS.map((name) => row[name]);

const toShareCells = (row: MetricTotals) =>
  COMPLETION_RATE_KEYS.map((name) => {
    const share = calculateCompletionRate(row, name);
    return share === null ? null : Math.round(share * 100);
  });

function sendCsv(
  reply: FastifyReply,
  what: string,
  range: FigureRange,
  head: readonly string[],
  rows: Parameters<typeof formatCsv>[1],
): FastifyReply {
  const name = `octavo-${what}-${range}-days-to-${new Date().toISOString().slice(0, 10)}.csv`;
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(formatCsv(head, rows));
}
