import type { FastifyInstance } from 'fastify';
import { type ApiOptions, apiRoutes } from './api.ts';
import type { AppComponents } from './app-components.ts';
import { type AppWithoutRoutes, createAppWithoutRoutes } from './app-without-routes.ts';
import { builtFileRoutes } from './built-files.ts';
import { indexNowKeyRoute } from './catalogue/index-now-and-websub/index-now.ts';
import { applyAndWatchNarrationSettings } from './catalogue/narration/follow-settings.ts';
import { VoiceInstaller } from './catalogue/narration/installation/voice-installer.ts';
import { pictureRoutes } from './catalogue/pictures/routes.ts';
import { EpisodeFinder } from './catalogue/podcast/episodes.ts';
import { getAdFrameUrl, getAdNetworkSettings } from './membership/ads/network.ts';
import { adNetworkRoutes } from './membership/ads/routes.ts';
import { checkoutReturnRoute } from './membership/billing/checkout-return.ts';
import { stripeWebhookRoutes } from './membership/billing/webhook.ts';
import { BusyPage } from './pages/busy-page.ts';
import { embedRoutes } from './pages/embeds/routes.ts';
import { markdownRoutes } from './pages/markdown/routes.ts';
import { podcastRoutes } from './pages/podcast/routes.ts';
import { PublicPageCache } from './pages/public-page-cache.ts';
import { pageRoutes } from './pages/routes.ts';
import { siteFileRoutes } from './pages/site-files.ts';
import { sitemapRoutes } from './pages/sitemap/routes.ts';
import { studioPageRoutes } from './pages/studio-pages.ts';
import { TextDocumentCache } from './pages/text-document-cache.ts';
import { webFeedRoutes } from './pages/web-feeds/routes.ts';
import { watchContentChanges } from './platform/db/content-changes.ts';
import type { Database } from './platform/db/database.ts';
import { createErrorRecorder } from './platform/errors/error-recorder.ts';
import { healthRoutes } from './platform/health/routes.ts';
import { createMetricsRegistry, metricsRoutes } from './platform/http/metrics.ts';
import { ApiResponseCache } from './platform/http-cache/api-response-cache.ts';
import { createOwnProcess } from './platform/processes/service.ts';
import { chooseCaptcha } from './readers/contact/captcha/service.ts';
import { letterLinkRoutes } from './readers/letter/link-routes.ts';
import { audioFileRoutes } from './readers/listening/routes.ts';
import { privatePodcastFeedRoutes } from './readers/podcast/feed-routes.ts';
import { PrivatePodcastFeedCache } from './readers/podcast/feeds.ts';
import { Sessions } from './readers/sessions/sessions.ts';
import { signInRoutes } from './readers/sign-in/routes.ts';
import { createStockPhotoClients } from './studio/pictures/stock/create-stock-photo-clients.ts';
import { PEXELS_IMAGE_ORIGIN } from './studio/pictures/stock/pexels.ts';
import { chooseAiWriterSetup } from './studio/writer/choose-ai-writer-setup.ts';

/** Milliseconds after which a request times out and the client gets a 503 response. */
const HANDLER_TIMEOUT = 4500;

/**
 * Maximum total size, in bytes, of the cached article cards that other sites embed. The cards have a separate cache,
 * because clients request them in many sizes.
 */
const MAX_EMBED_BYTES = 8 * 1024 ** 2;

/**
 * Builds the complete Fastify application. The server calls `listen` on the result, and tests inject requests into it.
 */
export async function buildApp(components: AppComponents): Promise<FastifyInstance> {
  const { config, database, log, web, audio, signIn, membership } = components;
  const { queries } = database;
  const registry = components.registry ?? createMetricsRegistry(database);
  const { ORIGIN: origin, ERROR_WEBHOOK_URL: webhookUrl } = config;
  const errorRecorder =
    components.errorRecorder ?? createErrorRecorder({ queries, log, registry, webhookUrl });
  const self = components.self ?? createOwnProcess(config.ROLE, errorRecorder);
  const busyPage = new BusyPage();
  const http = await createAppWithoutRoutes({
    config,
    web,
    log,
    registry,
    errorRecorder,
    certificate: components.certificate,
    limits: components.limits,
    redisTimeout: components.redisTimeout,
    handlerTimeout: components.handlerTimeout ?? HANDLER_TIMEOUT,
    getOverloadResponse: (url) => busyPage.getResponse(url),
  });
  const { app, headers, count } = http;
  const sessions = new Sessions(queries, origin, (id) => signIn.providers.getLabel(id));
  const administrators = new Set(config.STUDIO_ADMINISTRATORS);
  const services = {
    ...components,
    registry,
    errorRecorder,
    self,
    sessions,
    count,
    administrators,
  };

  const policy = headers['content-security-policy']!;
  await siteRoutes(app, services, policy);
  const responseCache = new ApiResponseCache((request) => count('uncachedResponse', request));
  // Search results have a separate cache, so that random search words cannot evict other responses.
  const searchCache = new ApiResponseCache((request) => count('search', request));
  const api: ApiOptions = {
    ...services,
    billing: membership?.billing,
    writing: components.writing ?? (await chooseAiWriterSetup(config, queries, log)),
    stockPhotoServices: components.stockPhotoServices ?? createStockPhotoClients(config),
    captcha: components.captcha ?? chooseCaptcha(config, queries),
    installer: components.installer ?? new VoiceInstaller(config),
    responseCache,
    searchCache,
  };
  await app.register(async (scope) => apiRoutes(scope, api), { prefix: '/api/v1' });
  const documents = new TextDocumentCache({ queries: database.publicQueries, count });
  webFeedRoutes(app, documents, config.ORIGIN, config.WEBSUB_HUB_URL);
  markdownRoutes(app, documents, config.ORIGIN);
  // Sitemaps have a separate cache, so that crawlers that fetch all sitemaps cannot evict web feeds.
  const sitemaps = new TextDocumentCache({ queries: database.publicQueries, count });
  const sitemapParts = sitemapRoutes(app, sitemaps, config.ORIGIN);
  const embeds = new TextDocumentCache({
    queries: database.publicQueries,
    count,
    maxBytes: MAX_EMBED_BYTES,
  });
  embedRoutes(app, embeds, config.ORIGIN);
  const { narrations } = audio;
  const episodes = new EpisodeFinder(narrations);
  podcastRoutes(app, { documents, episodes, narrations, origin: config.ORIGIN });
  const feeds = new PrivatePodcastFeedCache(database.publicQueries, episodes, config.ORIGIN);
  privatePodcastFeedRoutes(app, { queries, feeds, narrations, count });
  const pages = registerPages(app, services, policy);
  app.addHook('onReady', async () => {
    await busyPage
      .render(pages)
      .catch((error: unknown) => log.error({ err: error }, 'Failed to render the busy page'));
  });

  http.interceptRequests([pages, responseCache, searchCache, documents, sitemaps, embeds]);
  self.setVoices(audio.speech);
  self.setCacheReporter(() => [
    { name: 'Pages', entries: pages.size.pages, bytes: pages.size.bytes },
    { name: 'API responses', ...responseCache.size },
    { name: 'Searches', ...searchCache.size },
    { name: 'Feeds and Markdown', ...documents.size },
    { name: 'Sitemaps', ...sitemaps.size },
    { name: 'Embeds', ...embeds.size },
  ]);
  await invalidateOnChange(app, database, [
    pages,
    responseCache,
    searchCache,
    documents,
    sitemaps,
    sitemapParts,
    embeds,
    feeds,
    narrations,
  ]);
  const stopFollowing = await applyAndWatchNarrationSettings(database, audio);
  app.addHook('onClose', stopFollowing);
  return app;
}

/**
 * The components of the application, with defaults for omitted ones, and the services that several groups of routes
 * share.
 */
type Services = Omit<AppComponents, 'registry' | 'errorRecorder' | 'self'> &
  Required<Pick<AppComponents, 'registry' | 'errorRecorder' | 'self'>> &
  Pick<AppWithoutRoutes, 'count'> & { sessions: Sessions; administrators: ReadonlySet<string> };

/**
 * Registers the routes that serve neither pages nor the API, such as `robots.txt` and sign-in. `policy` is the content
 * security policy of the pages for readers. {@link buildApp} itself registers the routes for cached documents, such as
 * sitemaps and feeds.
 */
async function siteRoutes(app: FastifyInstance, services: Services, policy: string): Promise<void> {
  const { config, database, registry, pictures, audio, sessions, count, errorRecorder } = services;
  const { signIn, membership = {} } = services;
  const { queries } = database;
  const { ORIGIN: origin } = config;
  healthRoutes(app, queries, services.draining);
  metricsRoutes(app, registry, config.METRICS_TOKEN);
  indexNowKeyRoute(app, config);
  siteFileRoutes(app, { queries: database.publicQueries, origin, count });
  pictureRoutes(app, pictures);
  adNetworkRoutes(app, getAdNetworkSettings(config), origin);
  const { providers, attemptsPerMinute } = signIn;
  if (signIn.routes) await app.register(signIn.routes);
  signInRoutes(app, {
    queries,
    sessions,
    providers,
    origin,
    errorRecorder: errorRecorder,
    attemptsPerMinute,
  });
  const { billing } = membership;
  if (membership.routes) await app.register(membership.routes);
  if (billing) {
    await stripeWebhookRoutes(app, queries, billing, count);
    checkoutReturnRoute(app, { database, billing, sessions, count });
  }
  audioFileRoutes(app, { queries, sessions, ...audio, count });
  letterLinkRoutes(app, { queries, policy, count, isMailed: config.SMTP_URL !== undefined });
  await app.register(builtFileRoutes);
}

/** Registers the pages of the public site and of the studio. Returns the cache of rendered pages. */
function registerPages(app: FastifyInstance, services: Services, policy: string): PublicPageCache {
  const { config, database, web, signIn, membership, sessions, errorRecorder, count } = services;
  const { queries } = database;
  const providers = signIn.providers.choices;
  const billing = membership?.billing;
  const renderSettings = {
    web,
    policy,
    origin: config.ORIGIN,
    sellsPremium: billing?.isPremiumForSale ?? false,
  };
  const pages = new PublicPageCache({
    ...renderSettings,
    queries: database.publicQueries,
    errorRecorder,
    providers,
    adFrameUrl: getAdFrameUrl(getAdNetworkSettings(config)),
    offersLetter: config.SMTP_URL !== undefined,
  });
  studioPageRoutes(app, {
    sessions,
    administrators: services.administrators,
    build: web.studio,
    policy,
    images: config.PEXELS_API_KEY ? [PEXELS_IMAGE_ORIGIN] : [],
  });
  const sendsServerTiming = config.APP_ENV !== 'prod';
  const pageOptions = {
    queries,
    pages,
    errorRecorder,
    sessions,
    providers,
    sendsServerTiming,
    count,
  };
  pageRoutes(app, { ...renderSettings, ...pageOptions });
  return pages;
}

/** A cache for responses that contain public content. */
interface ContentCache {
  /** Evicts the entries that contain content with one of the given cache keys. */
  invalidate(keys: readonly string[]): void;
  /** Marks all entries as possibly outdated. Some caches evict all entries instead. */
  markAllStale(): void;
}

/**
 * Invalidates the affected entries of `caches` whenever a server process changes content, until the application closes.
 */
async function invalidateOnChange(
  app: FastifyInstance,
  database: Database,
  caches: readonly ContentCache[],
): Promise<void> {
  const stopWatching = await watchContentChanges(database, {
    onChange(keys) {
      for (const cache of caches) cache.invalidate(keys);
    },
    onUnknownChange() {
      for (const cache of caches) cache.markAllStale();
    },
  });
  app.addHook('onClose', stopWatching);
}
