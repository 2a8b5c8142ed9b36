import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import {
  articleReportSchema,
  MAX_RETURNED_REPORTS_OF_ARTICLE,
  REPORT_STATUSES,
  reportDecisionRequestSchema,
  reportedArticleCountsByStatusSchema,
  reportedArticleSchema,
} from '#domain/studio/reports.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createChoiceParameterSchema,
  createDataResponseSchema,
  createPagedDataResponseSchema,
  createPageParameterSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import {
  countReportedArticlesByStatus,
  listReportsOfArticle,
} from '#server/readers/reports/reported-articles.ts';
import { listReportedArticles, resolveArticleReports } from './service.ts';

const PAGE_SIZE = 20;

const paramsSchema = z.object({ articleId: createUuidSchema('is not the id of an article') });

/** Registers `GET /studio/reports`, `GET /studio/reports/:articleId` and `POST /studio/reports/:articleId/decision`. */
export function studioReportRoutes(app: FastifyInstance, queries: Queries): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/reports',
    {
      schema: {
        summary: 'List reported articles, last reported first',
        querystring: z.object({
          status: createChoiceParameterSchema(REPORT_STATUSES),
          ...createPageParameterSchemas(PAGE_SIZE),
        }),
        response: {
          200: createPagedDataResponseSchema({
            articles: z.array(reportedArticleSchema),
            counts: reportedArticleCountsByStatusSchema,
          }),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ query: { nextToken, ...listing } }) => {
      const page = await listReportedArticles(queries, listing, nextToken);
      return { data: { ...page, counts: await countReportedArticlesByStatus(queries) } };
    },
  );

  typed.get(
    '/reports/:articleId',
    {
      schema: {
        summary: 'List the reports of an article, newest first',
        params: paramsSchema,
        querystring: z.object({ status: createChoiceParameterSchema(REPORT_STATUSES) }),
        response: {
          200: createDataResponseSchema(z.object({ reports: z.array(articleReportSchema) })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ params: { articleId }, query: { status } }) => {
      const reports = await listReportsOfArticle(queries, {
        articleId,
        status,
        limit: MAX_RETURNED_REPORTS_OF_ARTICLE,
      });
      return { data: { reports: reports.map((each) => ({ ...each, at: each.at.toISOString() })) } };
    },
  );

  typed.post(
    '/reports/:articleId/decision',
    {
      schema: {
        summary: 'Resolve all open reports of an article. `archive` also archives the article',
        params: paramsSchema,
        body: reportDecisionRequestSchema,
        response: {
          200: createDataResponseSchema(z.object({ answered: z.int() })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ member, params: { articleId }, body: { decision, seenUntil } }) => {
      const input = { decision, seenUntil: new Date(seenUntil) };
      return { data: { answered: await resolveArticleReports(queries, member, articleId, input) } };
    },
  );
}
