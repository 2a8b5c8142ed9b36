import type { FastifyInstance } from 'fastify';
import { toWellFormedJson } from '#domain/storable-json.ts';
import type { AppComponents } from './app-components.ts';
import { articleListRoutes } from './catalogue/articles/routes.ts';
import { authorRoutes } from './catalogue/authors/routes.ts';
import { categoryOverviewRoutes } from './catalogue/category-overviews/routes.ts';
import { searchRoutes } from './catalogue/search/routes.ts';
import { MAX_POPULAR_RECORDED_AHEAD } from './jobs.ts';
import type { BillingSetup } from './membership/billing/choose-billing.ts';
import { recordSubscriptionEndAndEnqueueCustomerDeletion } from './membership/billing/jobs.ts';
import { subscriptionRoutes } from './membership/billing/routes.ts';
import { PERSONAL_DATA_TABLES_BY_EXPORT_SECTION } from './personal-data-tables.ts';
import { apiReferenceRoutes, registerOpenApiDocument } from './platform/api-reference/routes.ts';
import type { ErrorRecorder } from './platform/errors/error-recorder.ts';
import { browserErrorRoutes } from './platform/errors/routes.ts';
import { requireContentHash } from './platform/http/content-hash.ts';
import type { CountAction } from './platform/http/rate-limits.ts';
import { requireSameOrigin } from './platform/http/same-origin.ts';
import type { ApiResponseCache } from './platform/http-cache/api-response-cache.ts';
import { compressTextResponses } from './platform/http-cache/encodings.ts';
import { readerDataChangeRoutes } from './readers/account-changes/routes.ts';
import { bookmarkRoutes } from './readers/bookmarks/routes.ts';
import { contactRoutes } from './readers/contact/routes.ts';
import { listMostListenedAndReadArticleIds } from './readers/counts/popular-articles.ts';
import { countRoutes } from './readers/counts/routes.ts';
import { topicRoutes } from './readers/daily-five/routes.ts';
import { feedRoutes } from './readers/feed/routes.ts';
import { feedbackRoutes } from './readers/feedback/routes.ts';
import { followRoutes } from './readers/follows/routes.ts';
import { createCachedFollowerCounter } from './readers/follows/service.ts';
import { letterSettingRoutes } from './readers/letter/routes.ts';
import { lineRoutes } from './readers/lines/routes.ts';
import { listeningPositionAndNarratorRoutes } from './readers/listening/positions/routes.ts';
import { profileAndPersonalDataRoutes } from './readers/personal-data/routes.ts';
import { privatePodcastRoutes } from './readers/podcast/routes.ts';
import { readingRoutes } from './readers/reading/routes.ts';
import { reportRoutes } from './readers/reports/routes.ts';
import { restrictToReaders } from './readers/sessions/restrict-to-readers.ts';
import { sessionRoutes } from './readers/sessions/routes.ts';
import type { Sessions } from './readers/sessions/sessions.ts';
import { adminArticleRoutes } from './studio/admin-articles/routes.ts';
import { aiRequestRoutes } from './studio/ai-requests/routes.ts';
import { auditRoutes } from './studio/audit/routes.ts';
import { cadenceRoutes } from './studio/cadence/routes.ts';
import { openItemCountRoutes } from './studio/counts/open-item-count-routes.ts';
import { figureRoutes } from './studio/figures/routes.ts';
import { studioHealthRoutes } from './studio/health/routes.ts';
import { ideaRoutes } from './studio/ideas/routes.ts';
import { inboxRoutes } from './studio/inbox/routes.ts';
import { letterPreviewRoutes } from './studio/letter/routes.ts';
import { restrictToStudioMembers } from './studio/members/restrict-to-members.ts';
import { memberRoutes } from './studio/members/routes.ts';
import { narratorRoutes } from './studio/narrators/routes.ts';
import { personaRoutes } from './studio/personas/routes.ts';
import { studioPictureRoutes } from './studio/pictures/routes.ts';
import { studioReportRoutes } from './studio/reports/routes.ts';
import { reviewRoutes } from './studio/reviews/routes.ts';

export interface ApiOptions
  extends Required<
    Pick<
      AppComponents,
      | 'config'
      | 'database'
      | 'pictures'
      | 'audio'
      | 'web'
      | 'writing'
      | 'stockPhotoServices'
      | 'captcha'
      | 'self'
      | 'installer'
    >
  > {
  errorRecorder: ErrorRecorder;
  sessions: Sessions;
  billing: BillingSetup['billing'];
  count: CountAction;
  /** Email addresses, in lower case, of the administrators in `STUDIO_ADMINISTRATORS`. */
  administrators: ReadonlySet<string>;
  /** The cache for API responses about articles and authors. */
  responseCache: ApiResponseCache;
  /** The cache for search results. */
  searchCache: ApiResponseCache;
}

/**
 * Registers all routes of the API. This function is a Fastify plugin and must be registered with the prefix `/api/v1`.
 */
export async function apiRoutes(api: FastifyInstance, options: ApiOptions): Promise<void> {
  const { config, database, sessions, errorRecorder, captcha, count, responseCache, searchCache } =
    options;
  const { queries, publicQueries } = database;
  const isMailed = config.SMTP_URL !== undefined;
  requireRevalidation(api);
  compressTextResponses(api);
  requireContentHash(api);
  requireSameOrigin(api, config.ORIGIN);
  replaceLoneSurrogates(api);
  await registerOpenApiDocument(api, config.ORIGIN);
  articleListRoutes(api, publicQueries, responseCache);
  categoryOverviewRoutes(api, publicQueries, responseCache);
  authorRoutes(api, {
    queries: publicQueries,
    responseCache,
    searchCache,
    countFollowers: createCachedFollowerCounter(publicQueries),
  });
  searchRoutes(api, publicQueries, searchCache);
  browserErrorRoutes(api, errorRecorder);
  contactRoutes(api, { queries, sessions, captcha, count, isMailed });
  countRoutes(api, queries, count);
  await api.register(async (scope) => readerRoutes(scope, options));
  await apiReferenceRoutes(api);
}

/** Registers the routes for signed-in readers and, below `/studio`, the routes for editors. */
async function readerRoutes(api: FastifyInstance, options: ApiOptions): Promise<void> {
  const { config, database, sessions, billing, count } = options;
  const { queries } = database;
  const isMailed = config.SMTP_URL !== undefined;
  restrictToReaders(api, sessions);
  sessionRoutes(api, queries, sessions);
  profileAndPersonalDataRoutes(api, {
    queries,
    sessions,
    tables: PERSONAL_DATA_TABLES_BY_EXPORT_SECTION,
    onAccountDeleted: recordSubscriptionEndAndEnqueueCustomerDeletion,
  });
  subscriptionRoutes(api, database, billing);
  bookmarkRoutes(api, queries);
  followRoutes(api, { queries, origin: config.ORIGIN });
  feedRoutes(api, queries);
  readingRoutes(api, queries);
  topicRoutes(api, queries);
  lineRoutes(api, { queries, origin: config.ORIGIN });
  letterSettingRoutes(api, { queries, count, isMailed });
  privatePodcastRoutes(api, { queries, origin: config.ORIGIN });
  feedbackRoutes(api, queries);
  reportRoutes(api, queries);
  listeningPositionAndNarratorRoutes(api, queries);
  await readerDataChangeRoutes(api, database);
  await api.register(async (studio) => studioRoutes(studio, options), { prefix: '/studio' });
}

async function studioRoutes(api: FastifyInstance, options: ApiOptions): Promise<void> {
  const {
    config,
    database,
    administrators,
    pictures,
    audio,
    stockPhotoServices,
    writing,
    web,
    self,
  } = options;
  const { queries } = database;
  const isMailed = config.SMTP_URL !== undefined;
  restrictToStudioMembers(api, administrators);
  await memberRoutes(api, { queries, administrators });
  auditRoutes(api, queries);
  adminArticleRoutes(api, queries);
  studioReportRoutes(api, queries);
  inboxRoutes(api, { queries, canMail: isMailed });
  letterPreviewRoutes(api, { queries, origin: config.ORIGIN, isMailed });
  openItemCountRoutes(api, queries);
  figureRoutes(api, queries);
  studioHealthRoutes(api, {
    database,
    dataFolder: config.DATA_DIR,
    fileStoreDescription: config.FILES_S3_BUCKET
      ? `bucket ${config.FILES_S3_BUCKET}`
      : 'data folder',
    isMailed,
    buildId: web.id,
    self,
  });
  narratorRoutes(api, {
    queries,
    ...audio,
    installer: options.installer,
    errorRecorder: options.errorRecorder,
    listPopularArticleIds: (from) =>
      listMostListenedAndReadArticleIds(from, MAX_POPULAR_RECORDED_AHEAD),
    filesFolder: config.FILES_S3_BUCKET ? undefined : config.DATA_DIR,
  });
  aiRequestRoutes(api, { queries, writing });
  ideaRoutes(api, queries);
  personaRoutes(api, queries);
  reviewRoutes(api, queries);
  cadenceRoutes(api, { database, writing });
  await studioPictureRoutes(api, { queries, pictures, stockPhotoServices });
}

/**
 * Replaces lone surrogates in request bodies with U+FFFD. Otherwise, encoding the text as UTF-8 for the database would
 * replace them, and the stored text would differ from the text that the routes validated. Only JSON bodies can contain
 * lone surrogates.
 */
function replaceLoneSurrogates(api: FastifyInstance): void {
  api.addHook('preValidation', async (request) => {
    request.body = toWellFormedJson(request.body);
  });
}

/**
 * Sets `Cache-Control: private, no-cache` as the default for API routes, because most of their responses depend on the
 * caller and must be current. {@link ApiResponseCache} replaces the header of public responses.
 */
function requireRevalidation(api: FastifyInstance): void {
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'private, no-cache');
    done();
  });
}
