import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import {
  ARTICLE_FIGURE_SORT_COLUMNS,
  AUTHOR_FIGURE_SORT_COLUMNS,
  articleFiguresSchema,
  articleFiguresWithGroupTotalsSchema,
  authorFiguresSchema,
  categoryFiguresSchema,
  dailyFiguresReportSchema,
  FIGURE_RANGE_LENGTHS_IN_DAYS,
  type FigureRange,
} from '#domain/studio/figures.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import { requireAuthorId } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  aliasParameterSchema,
  categoryParameterSchemas,
  createChoiceParameterSchema,
  createDataResponseSchema,
  createLimitParameterSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import {
  formatArticleFiguresAsCsv,
  formatAuthorFiguresAsCsv,
  formatCategoryFiguresAsCsv,
  formatDailyFiguresAsCsv,
} from './figures-as-csv.ts';
import { StudioFigureService } from './studio-figure-service.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
/** The maximum number of articles or authors in a CSV file. */
const MAX_CSV_ROWS = 10_000;

const rangeParameter = z.preprocess(
  (value) =>
    value === undefined || value === '' ? FIGURE_RANGE_LENGTHS_IN_DAYS[1] : Number(value),
  z.literal(FIGURE_RANGE_LENGTHS_IN_DAYS, {
    error: `must be one of ${FIGURE_RANGE_LENGTHS_IN_DAYS.join(', ')}`,
  }),
);
const rangeQuery = z.object({ range: rangeParameter });
const articleId = createUuidSchema('is not the id of an article');
const daysQuery = z.object({
  range: rangeParameter,
  author: aliasParameterSchema,
  category: categoryParameterSchemas.category,
  article: articleId.optional(),
});
const articlesQuery = z.object({
  range: rangeParameter,
  order: createChoiceParameterSchema(ARTICLE_FIGURE_SORT_COLUMNS),
  limit: createLimitParameterSchema(DEFAULT_LIMIT, MAX_LIMIT),
});
const authorsQuery = z.object({
  range: rangeParameter,
  order: createChoiceParameterSchema(AUTHOR_FIGURE_SORT_COLUMNS),
  ...createPageParameterSchemas(DEFAULT_LIMIT, MAX_LIMIT),
});

/**
 * Registers `GET /studio/figures/days`, `articles`, `authors` and `categories`. These endpoints return statistics about
 * reader activity in the last 7, 28 or 90 days. The same URLs with `.csv` appended return CSV files.
 */
export function figureRoutes(app: FastifyInstance, queries: Queries): void {
  const figures = new StudioFigureService(queries);
  dailyFigureRoutes(app, figures, queries);
  articleFigureRoutes(app, figures);
  authorFigureRoutes(app, figures);
  categoryFigureRoutes(app, figures);
}

const csvFileResponseSchemas = { '4xx': errorResponseSchema };

/**
 * Registers the endpoints that return statistics for each day. The statistics cover all articles, or those of one
 * author or category, or a single article.
 */
function dailyFigureRoutes(
  app: FastifyInstance,
  figures: StudioFigureService,
  queries: Queries,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const readDays = async ({ range, author, category, article }: z.output<typeof daysQuery>) =>
    figures.getDailyReport(range, {
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
        response: createResponseSchemas(dailyFiguresReportSchema),
      },
    },
    async ({ query }) => ({ data: await readDays(query) }),
  );
  typed.get(
    '/figures/days.csv',
    {
      schema: {
        summary: 'Figures by day as CSV',
        querystring: daysQuery,
        response: csvFileResponseSchemas,
      },
    },
    async ({ query }, reply) => {
      const { days } = await readDays(query);
      return sendCsv(reply, 'days', query.range, formatDailyFiguresAsCsv(days));
    },
  );
}

/**
 * Registers the endpoint that returns statistics about the top articles. Also registers the endpoint that compares one
 * article with others.
 */
function articleFigureRoutes(app: FastifyInstance, figures: StudioFigureService): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/figures/articles',
    {
      schema: {
        summary: 'Top articles in an order',
        querystring: articlesQuery,
        response: createResponseSchemas(z.object({ articles: z.array(articleFiguresSchema) })),
      },
    },
    async ({ query: { range, order, limit } }) => ({
      data: { articles: await figures.listArticleFigures(range, order, limit) },
    }),
  );
  typed.get(
    '/figures/articles.csv',
    {
      schema: {
        summary: 'Figures by article as CSV',
        querystring: articlesQuery.omit({ limit: true }),
        response: csvFileResponseSchemas,
      },
    },
    async ({ query: { range, order } }, reply) => {
      const articles = await figures.listArticleFigures(range, order, MAX_CSV_ROWS);
      return sendCsv(reply, 'articles', range, formatArticleFiguresAsCsv(articles));
    },
  );

  typed.get(
    '/figures/articles/:id',
    {
      schema: {
        summary: 'Compare an article with its author, its category and all articles',
        params: z.object({ id: articleId }),
        querystring: rangeQuery,
        response: createResponseSchemas(articleFiguresWithGroupTotalsSchema),
      },
    },
    async ({ params: { id }, query: { range } }) => {
      const comparison = await figures.compareArticleWithGroups(range, id);
      if (!comparison) throw new NotFoundError('There is no such article.');
      return { data: comparison };
    },
  );
}

/** Registers the endpoints that return statistics for each author. */
function authorFigureRoutes(app: FastifyInstance, figures: StudioFigureService): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/figures/authors',
    {
      schema: {
        summary: 'Figures by author in an order, highest first',
        querystring: authorsQuery,
        response: {
          200: createPagedDataResponseSchema({ authors: z.array(authorFiguresSchema) }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { range, order, limit, nextToken } }) => ({
      data: await figures.listAuthorFigures(range, order, limit, nextToken),
    }),
  );
  typed.get(
    '/figures/authors.csv',
    {
      schema: {
        summary: 'Figures by author as CSV',
        querystring: rangeQuery,
        response: csvFileResponseSchemas,
      },
    },
    async ({ query: { range } }, reply) => {
      const { authors } = await figures.listAuthorFigures(range, 'follows', MAX_CSV_ROWS);
      return sendCsv(reply, 'authors', range, formatAuthorFiguresAsCsv(authors));
    },
  );
}

/** Registers the endpoints that return statistics for each category. */
function categoryFigureRoutes(app: FastifyInstance, figures: StudioFigureService): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/figures/categories',
    {
      schema: {
        summary: 'Figures by category',
        querystring: rangeQuery,
        response: createResponseSchemas(z.object({ categories: z.array(categoryFiguresSchema) })),
      },
    },
    async ({ query: { range } }) => ({
      data: { categories: await figures.listCategoryFigures(range) },
    }),
  );
  typed.get(
    '/figures/categories.csv',
    {
      schema: {
        summary: 'Figures by category as CSV',
        querystring: rangeQuery,
        response: csvFileResponseSchemas,
      },
    },
    async ({ query: { range } }, reply) => {
      const categories = await figures.listCategoryFigures(range);
      return sendCsv(reply, 'categories', range, formatCategoryFiguresAsCsv(categories));
    },
  );
}

function createResponseSchemas<Schema extends z.ZodType>(schema: Schema) {
  return { 200: createDataResponseSchema(schema), '4xx': errorResponseSchema };
}

/** Sends a CSV file. The file name contains `subject`, the range and today's date. */
function sendCsv(
  reply: FastifyReply,
  subject: string,
  range: FigureRange,
  csv: string,
): FastifyReply {
  const name = `octavo-${subject}-${range}-days-to-${toUtcDay(new Date())}.csv`;
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('text/csv; charset=utf-8')
    .send(csv);
}
