import { mkdirSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import cookie from '@fastify/cookie';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { articleRoutes } from './catalogue/articles/routes.ts';
import { authorRoutes } from './catalogue/authors/routes.ts';
import type { Narrations } from './catalogue/narration/narrations.ts';
import type { Samples } from './catalogue/narration/samples.ts';
import { pictureRoutes } from './catalogue/pictures/routes.ts';
import type { Pictures } from './catalogue/pictures/service.ts';
import { searchRoutes } from './catalogue/search/routes.ts';
import { adNetworkOf, framesOf } from './membership/ads/network.ts';
import { adRoutes } from './membership/ads/routes.ts';
import type { ChosenBilling } from './membership/billing/choose-billing.ts';
import { leaveWith } from './membership/billing/jobs.ts';
import { returnRoute } from './membership/billing/return.ts';
import { subscriptionRoutes } from './membership/billing/routes.ts';
import { webhookRoutes } from './membership/billing/webhook.ts';
import type { WebBuild } from './pages/assets.ts';
import { BusyPage } from './pages/busy-page.ts';
import { DIST } from './pages/dist.ts';
import { PublicPages } from './pages/public-pages.ts';
import { readyPage } from './pages/ready-page.ts';
import { pageRoutes } from './pages/routes.ts';
import { sitemapRoutes } from './pages/sitemap.ts';
import { studioPages } from './pages/studio-pages.ts';
import { compressText } from './platform/answers/compressing.ts';
import { KeptCalls } from './platform/answers/kept-calls.ts';
import { answerWhatIsReady } from './platform/answers/ready-answers.ts';
import { apiDescription, apiReference } from './platform/api-reference/routes.ts';
import type { Config } from './platform/config.ts';
import { watchChanges } from './platform/db/content-changes.ts';
import type { Database } from './platform/db/database.ts';
import { faultRoutes } from './platform/faults/routes.ts';
import { type Faults, faultRecorder } from './platform/faults/service.ts';
import { healthRoutes } from './platform/health/routes.ts';
import { type Certificate, renewCertificate } from './platform/http/certificate.ts';
import { contentHash } from './platform/http/content-hash.ts';
import { answerBadAddress, errorAnswers, refuseNul } from './platform/http/errors.ts';
import { nameNoConnection, secureServer } from './platform/http/http2.ts';
import { rememberMethods } from './platform/http/methods.ts';
import { metricsRegistry, metricsRoutes } from './platform/http/metrics.ts';
import { requireOneHost } from './platform/http/one-host.ts';
import { type RateLimitOptions, rateLimits } from './platform/http/rate-limits.ts';
import { responseSerializer } from './platform/http/response-serializer.ts';
import { isOfOwnSite, sameOriginOnly } from './platform/http/same-origin.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { slowRequestsEnd } from './platform/http/slow-requests.ts';
import { validatorCompiler } from './platform/http/validation-messages.ts';
import { admitInTurn } from './platform/load/admission.ts';
import { callersBehind } from './platform/load/callers.ts';
import { shakeHandsInTurn } from './platform/load/handshakes.ts';
import { answerOneAtATime } from './platform/load/pipelining.ts';
import { Strangers } from './platform/load/strangers.ts';
import { answerStreamsInTurn } from './platform/load/streams.ts';
import { boundUnsent } from './platform/load/unsent.ts';
import { type OwnProcess, ownProcess } from './platform/processes/service.ts';
import { accountChangeRoutes } from './readers/account-changes/routes.ts';
import { bookmarkRoutes } from './readers/bookmarks/routes.ts';
import type { Captcha } from './readers/contact/captcha/captcha.ts';
import { chooseCaptcha } from './readers/contact/captcha/service.ts';
import { contactRoutes } from './readers/contact/routes.ts';
import { countRoutes } from './readers/counts/routes.ts';
import { feedRoutes } from './readers/feed/routes.ts';
import { feedbackRoutes } from './readers/feedback/routes.ts';
import { followRoutes } from './readers/follows/routes.ts';
import { followerCounts } from './readers/follows/service.ts';
import { keptListeningRoutes } from './readers/listening/kept/routes.ts';
import { listeningRoutes } from './readers/listening/routes.ts';
import { personalDataRoutes } from './readers/personal-data/routes.ts';
import { reportRoutes } from './readers/reports/routes.ts';
import { sessionRoutes } from './readers/sessions/routes.ts';
import { readersOnly } from './readers/sessions/scope.ts';
import { Sessions } from './readers/sessions/sessions.ts';
import type { ChosenProviders } from './readers/sign-in/choose-providers.ts';
import { type SignInOptions, signInRoutes } from './readers/sign-in/routes.ts';
import { READERS_ROWS } from './readers-rows.ts';
import { auditRoutes } from './studio/audit/routes.ts';
import { cadenceRoutes } from './studio/cadence/routes.ts';
import { openCountRoutes } from './studio/counts/routes.ts';
import { deskRoutes } from './studio/desk/routes.ts';
import { figureRoutes } from './studio/figures/routes.ts';
import { studioHealthRoutes } from './studio/health/routes.ts';
import { ideaRoutes } from './studio/ideas/routes.ts';
import { inboxRoutes } from './studio/inbox/routes.ts';
import { memberRoutes } from './studio/members/routes.ts';
import { editorsOnly } from './studio/members/scope.ts';
import { personaRoutes } from './studio/personas/routes.ts';
import { studioPictureRoutes } from './studio/pictures/routes.ts';
import { PEXELS_IMAGES } from './studio/pictures/stock/pexels.ts';
import { chooseStock } from './studio/pictures/stock/service.ts';
import type { StockService } from './studio/pictures/stock/stock.ts';
import { reportQueueRoutes } from './studio/reports/routes.ts';
import { requestRoutes } from './studio/requests/routes.ts';
import { closeReviewOf, dropReviewOf } from './studio/reviews/deciding.ts';
import { reviewRoutes } from './studio/reviews/routes.ts';
import { type ChosenWriting, chooseWriting } from './studio/writing/service.ts';

/** What an application is made of; tests make it of other parts. */
export interface Parts {
  config: Config;
  database: Database;
  pictures: Pictures;
  audio: { narrations: Narrations; samples: Samples };
  web: WebBuild;
  /** Whom readers can sign in through, with the routes of those that stand in the application itself. */
  signIn: Pick<ChosenProviders, 'providers' | 'routes'> & Pick<SignInOptions, 'attemptsPerMinute'>;
  /** How Premium is sold; absent: it is not. */
  membership?: Pick<ChosenBilling, 'billing' | 'routes'>;
  /** How the studio has things written; chosen by `config`, unless its jobs in the same process have it too. */
  writing?: ChosenWriting;
  log: Logger;
  /** Shown to whoever connects, by HTTPS and HTTP/2; absent: plain HTTP/1.1 is spoken. */
  certificate?: Certificate | undefined;
  /** Where the application's figures go, and the faults: made here, unless jobs in the same process have them too. */
  registry?: Registry;
  faults?: Faults;
  /** The process it runs in, as health shows it; made here, unless it is told to others. */
  self?: OwnProcess;
  /** What tells people from machines; chosen by `config`, unless tests have a stand-in. */
  captcha?: Captcha;
  /** Where stock pictures come from; chosen by `config`, unless tests have stand-ins. */
  stock?: readonly StockService[];
  /** How often one address may ask for what is expensive; absent: as often as it may. */
  limits?: RateLimitOptions['limits'];
  /** Milliseconds an answer may take: what takes longer, such as a database that says nothing, is answered 503. */
  longestAnswer?: number;
}

/** Bytes of a body. */
const LARGEST_BODY = 64 * 1024;
/** Milliseconds. */
const LONGEST_ANSWER = 4500;

/** The whole product as one Fastify application, ready to listen or to be injected into. */
export async function buildApp({
  config,
  database,
  pictures,
  audio,
  web,
  signIn,
  membership = {},
  log,
  certificate,
  limits,
  longestAnswer = LONGEST_ANSWER,
  captcha = chooseCaptcha(config, database.queries),
  writing: chosenWriting,
  stock = chooseStock(config),
  registry = metricsRegistry(),
  faults = faultRecorder({
    queries: database.queries,
    log,
    registry,
    webhookUrl: config.ERROR_WEBHOOK_URL,
  }),
  self = ownProcess(config.ROLE, faults),
}: Parts): Promise<FastifyInstance> {
  const writing = chosenWriting ?? (await chooseWriting(config, database.queries, log));
  const times = slowRequestsEnd();
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LARGEST_BODY,
    trustProxy: config.TRUST_PROXY ?? false,
    forceCloseConnections: 'idle',
    ...times,
    ...(certificate && { serverFactory: secureServer(certificate, times.http) }),
    handlerTimeout: longestAnswer,
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => toPath(url),
    frameworkErrors: (_error, request, reply) => answerBadAddress(app, request, reply, headers),
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(responseSerializer);
  rememberMethods(app);
  app.decorate('namesKeys', config.CDN_PURGE_URL !== undefined);

  if (certificate) {
    nameNoConnection(app);
    renewCertificate(app, config);
  }

  const { middleware } = web;
  if (middleware)
    app.addHook('onRequest', (request, reply, done) => middleware(request.raw, reply.raw, done));

  const { queries } = database;
  app.addHook('onClose', () => faults.settled());
  errorAnswers(app, (error, path) => faults.record('server', error, path));
  const adNetwork = adNetworkOf(config);
  const headers = await securityHeaders(app, config, {
    isDevelopment: web.isDevelopment,
    frames: adNetwork && (adNetwork.origin ?? "'self'"),
  });
  const busyPage = new BusyPage();
  const callers = callersBehind(config.TRUST_PROXY);
  admitInTurn(app, { registry, callers, headers, refusalOf: (url) => busyPage.of(url) });
  boundUnsent(app, callers);
  refuseNul(app);
  const count = await rateLimits(app, { redisUrl: config.REDIS_URL, limits });
  await app.register(cookie);

  healthRoutes(app, queries);
  metricsRoutes(app, registry, config.METRICS_TOKEN);
  const sitemap = sitemapRoutes(app, queries, config.ORIGIN);
  pictureRoutes(app, pictures);
  adRoutes(app, adNetwork, config.ORIGIN);
  const { providers, attemptsPerMinute } = signIn;
  const sessions = new Sessions(queries, config.ORIGIN, (id) => providers.labelOf(id));
  if (signIn.routes) await app.register(signIn.routes);
  const origin = config.ORIGIN;
  signInRoutes(app, { queries, sessions, providers, origin, faults, attemptsPerMinute });
  const { billing } = membership;
  if (membership.routes) await app.register(membership.routes);
  if (billing) {
    await webhookRoutes(app, queries, billing, count);
    returnRoute(app, { database, billing, sessions, count });
  }
  listeningRoutes(app, { queries, sessions, ...audio, count });
  await app.register(builtFiles);
  const calls = new KeptCalls((request) => count('making', request));
  // Apart: whoever makes searches up pushes no list out.
  const searches = new KeptCalls((request) => count('search', request));
  const administrators = new Set(config.STUDIO_ADMINISTRATORS);
  await app.register(
    async (api) => {
      neverKept(api);
      compressText(api);
      contentHash(api);
      sameOriginOnly(api, config.ORIGIN);
      await apiDescription(api, config.ORIGIN);
      articleRoutes(api, queries, calls);
      authorRoutes(api, queries, calls, followerCounts(queries));
      searchRoutes(api, queries, searches);
      faultRoutes(api, faults);
      const isMailed = config.SMTP_URL !== undefined;
      contactRoutes(api, { queries, sessions, captcha, count, isMailed });
      countRoutes(api, queries, count);
      await api.register(async (own) => {
        readersOnly(own, sessions);
        sessionRoutes(own, queries, sessions);
        personalDataRoutes(own, { queries, sessions, rows: READERS_ROWS, farewell: leaveWith });
        subscriptionRoutes(own, database, billing);
        bookmarkRoutes(own, queries);
        followRoutes(own, queries);
        feedRoutes(own, queries);
        feedbackRoutes(own, queries);
        reportRoutes(own, queries);
        keptListeningRoutes(own, queries);
        await accountChangeRoutes(own, database);
        await own.register(
          async (studio) => {
            editorsOnly(studio, administrators);
            await memberRoutes(studio, { queries, administrators });
            auditRoutes(studio, queries);
            deskRoutes(studio, { queries, closeReview: closeReviewOf, dropReview: dropReviewOf });
            reportQueueRoutes(studio, queries);
            inboxRoutes(studio, { queries, canMail: isMailed });
            openCountRoutes(studio, queries);
            figureRoutes(studio, queries);
            studioHealthRoutes(studio, {
              database,
              dataFolder: config.DATA_DIR,
              files: config.FILES_S3_BUCKET ? `bucket ${config.FILES_S3_BUCKET}` : 'data folder',
              isMailed,
              buildId: web.id,
              self,
            });
            requestRoutes(studio, { queries, ...writing });
            ideaRoutes(studio, queries);
            personaRoutes(studio, queries);
            reviewRoutes(studio, queries);
            cadenceRoutes(studio, { database, ...writing });
            await studioPictureRoutes(studio, { queries, pictures, stock });
          },
          { prefix: '/studio' },
        );
      });
      await apiReference(api);
    },
    { prefix: '/api/v1' },
  );
  const renderer = {
    web,
    origin,
    policy: headers['content-security-policy']!,
    sellsPremium: billing?.isOpen ?? false,
  };
  const choices = providers.choices;
  const pages = new PublicPages({
    ...renderer,
    queries,
    faults,
    providers: choices,
    adFrames: framesOf(adNetwork),
    sellsPremium: config.SUBSCRIPTIONS,
  });
  self.keeps(() => [
    { name: 'Pages', entries: pages.size.pages, bytes: pages.size.bytes },
    { name: 'API responses', ...calls.size },
    { name: 'Searches', ...searches.size },
  ]);
  const saysTimes = config.APP_ENV !== 'prod';
  const studioImages = config.PEXELS_API_KEY ? [PEXELS_IMAGES] : [];
  studioPages(app, {
    sessions,
    administrators,
    build: web.studio,
    policy: renderer.policy,
    images: studioImages,
  });
  const ofPages = { queries, pages, faults, sessions, providers: choices, saysTimes, count };
  pageRoutes(app, { ...renderer, ...ofPages });
  const ready = {
    of: (url: string) => readyPage(pages, url) ?? calls.of(url) ?? searches.of(url),
    ofCall: (url: string, hash: string) => calls.ofCall(url, hash),
    mayCall: (headers: IncomingHttpHeaders) => isOfOwnSite(headers, origin),
  };
  app.addHook('onReady', async () => {
    await busyPage
      .make(pages)
      .catch((error: unknown) => log.error({ err: error }, 'Failed to render the busy page'));
  });
  answerWhatIsReady(app, ready, headers);
  requireOneHost(app, headers);
  const strangers = new Strangers(app, callers);
  answerOneAtATime(app, strangers);
  if (certificate) {
    answerStreamsInTurn(app, callers, strangers, { longestBody: times.requestTimeout });
    shakeHandsInTurn(app, callers);
  }
  const remembering = [pages, calls, searches, audio.narrations, sitemap];
  const stopWatching = await watchChanges(database, {
    onChange(keys) {
      for (const kept of remembering) kept.drop(keys);
    },
    onDoubt() {
      for (const kept of remembering) kept.doubt();
    },
  });
  app.addHook('onClose', stopWatching);
  return app;
}

/** Tells caches to ask each time: what a call answers is the caller's affair, and as fresh as the database. */
function neverKept(api: FastifyInstance): void {
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'private, no-cache');
    done();
  });
}

/**
 * The path and query of a request's target. Proxies may send the whole address, and a target may be no
 * address at all, as in "OPTIONS *" (RFC 9112, 3.2).
 */
function toPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** What the web build wrote: hashed names under `/assets` are immutable, the rest is asked for each day. */
async function builtFiles(app: FastifyInstance): Promise<void> {
  const root = path.join(DIST, 'client');
  mkdirSync(path.join(root, 'assets'), { recursive: true });
  await app.register(fastifyStatic, {
    root: path.join(root, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: '1y',
  });
  // The rest by name: a catch-all would stand in the pages' way.
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.{br,gz}'],
    decorateReply: false,
    preCompressed: true,
    index: false,
    maxAge: '1d',
  });
}
