import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { globSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESERVED_ALIASES } from '#domain/paths.ts';
import { SCREENS, type Screen } from '#domain/screens.ts';
import { chooseBilling } from './membership/billing/choose-billing.ts';
import { DIST_FOLDER } from './pages/dist.ts';
import { isUrlWithoutRoute } from './pages/page-url.ts';
import { readConfig } from './platform/config.ts';
import { updateRole } from './readers/accounts/repository.ts';
import { chooseSignInSetup } from './readers/sign-in/choose-sign-in-setup.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { pgliteTestEngine } from './testing/databases.ts';
import { signInTestReader } from './testing/reader.ts';

/**
 * Every route of the application, by the role that may call it. A route that is public by mistake appears here as
 * public, so that reviewers notice it. The routes under `/audio` are public because previews and samples are public.
 * Their handlers check whether the caller may listen to the whole narration. Those under `/podcast/private` require a
 * token that belongs to a Premium reader.
 */
const ROUTES = {
  public: `
    GET /*
    GET /robots.txt
    GET /feed.xml
    GET /feeds/:category(^[a-z]{3}).xml
    GET /feeds/:category(^[a-z]{3})/:subcategory(^[a-z]{3}).xml
    GET /authors/:alias/feed.xml
    GET /feed.atom
    GET /feeds/:category(^[a-z]{3}).atom
    GET /feeds/:category(^[a-z]{3})/:subcategory(^[a-z]{3}).atom
    GET /authors/:alias/feed.atom
    GET /feed.json
    GET /feeds/:category(^[a-z]{3}).json
    GET /feeds/:category(^[a-z]{3})/:subcategory(^[a-z]{3}).json
    GET /authors/:alias/feed.json
    GET /feed
    GET /rss
    GET /rss.xml
    GET /index.xml
    GET /atom.xml
    GET /podcast/feed.xml
    GET /podcast/episodes/:file
    GET /podcast/private/:token/feed.xml
    GET /podcast/private/:token/:file
    GET /:alias/:slug(^[a-zA-Z0-9-]+).md
    GET /llms.txt
    GET /oembed
    GET /embed/:alias/:slug
    GET /security.txt
    GET /.well-known/security.txt
    GET /opensearch.xml
    GET /search/suggestions
    GET /sitemap.xml
    GET /sitemap-pages.xml
    GET /sitemap-authors-:initial(^[a-z]).xml
    GET /sitemap-:period(^\\d{4}-[0-9T-]{2,8}).xml
    GET /health/live
    GET /health/ready
    GET /metrics
    GET /images/:kind/:key/:file
    GET /images/cards/:key/1200.jpg
    GET /images/podcasts/previews.1/3000.jpg
    GET /images/podcasts/premium.1/3000.jpg
    GET /audio/:name
    GET /ads/frame
    GET /ads.txt
    GET /assets/*
    GET /studio
    GET /studio/*
    GET /studio/preview

    GET /auth/signin
    GET /auth/callback
    GET /auth/signout
    GET /oidc/.well-known/openid-configuration
    GET /oidc/jwks
    GET /oidc/auth
    GET /oidc/auth/:uid
    POST /oidc/token
    GET /oidc/me
    POST /oidc/me
    GET /oidc/interaction/:uid
    POST /oidc/interaction/:uid
    GET /oidc/demonstration.css
    GET /oidc/octavo-display.woff2

    GET /letter/confirm
    POST /letter/confirm
    GET /letter/unsubscribe
    POST /letter/unsubscribe

    POST /webhooks/stripe
    GET /subscriptions/return
    GET /billing/demo/demonstration.css
    GET /billing/demo/octavo-display.woff2
    GET /billing/demo/checkout/:id
    POST /billing/demo/checkout/:id
    GET /billing/demo/portal/:id
    POST /billing/demo/portal/:id

    GET /api/v1/articles
    GET /api/v1/articles/related
    GET /api/v1/authors
    GET /api/v1/categories/overview
    POST /api/v1/authors/batch
    GET /api/v1/search
    POST /api/v1/errors
    GET /api/v1/contact/challenge
    POST /api/v1/contact
    POST /api/v1/counts
    GET /api/v1/openapi.json
    GET /api/v1/docs/
    GET /api/v1/docs/json
    GET /api/v1/docs/yaml
    GET /api/v1/docs/static/*
    GET /api/v1/docs/static/index.html
    GET /api/v1/docs/static/swagger-initializer.js`,
  readers: `
    GET /api/v1/user/profile
    GET /api/v1/user/data
    GET /api/v1/user/changes
    POST /api/v1/user/deletion
    GET /api/v1/user/sessions
    DELETE /api/v1/user/sessions
    DELETE /api/v1/user/sessions/:id
    GET /api/v1/bookmarks
    GET /api/v1/bookmarks/ids
    PUT /api/v1/articles/:authorAlias/:articleId/bookmark
    DELETE /api/v1/articles/:authorAlias/:articleId/bookmark
    GET /api/v1/feed
    PUT /api/v1/user/topics
    GET /api/v1/user/history
    PUT /api/v1/user/history
    GET /api/v1/user/letter
    PUT /api/v1/user/letter
    DELETE /api/v1/user/letter
    GET /api/v1/user/podcast
    PUT /api/v1/user/podcast
    DELETE /api/v1/user/podcast
    GET /api/v1/lines
    GET /api/v1/lines.md
    GET /api/v1/lines.csv
    GET /api/v1/lines.json
    DELETE /api/v1/lines/:id
    PUT /api/v1/lines/:id
    PUT /api/v1/lines/:id/note
    PUT /api/v1/articles/:authorAlias/:articleId/lines
    GET /api/v1/history
    GET /api/v1/history/ids
    DELETE /api/v1/history
    PUT /api/v1/articles/:authorAlias/:articleId/reading
    DELETE /api/v1/articles/:authorAlias/:articleId/reading
    GET /api/v1/users/me/following
    GET /api/v1/users/me/following.opml
    POST /api/v1/users/me/following/import
    PUT /api/v1/authors/:alias/follow
    DELETE /api/v1/authors/:alias/follow
    GET /api/v1/articles/:authorAlias/:articleId/feedback
    PUT /api/v1/articles/:authorAlias/:articleId/feedback
    DELETE /api/v1/articles/:authorAlias/:articleId/feedback
    PUT /api/v1/articles/:authorAlias/:articleId/report
    GET /api/v1/user/listening
    PUT /api/v1/user/narrator
    POST /api/v1/subscriptions/checkout
    POST /api/v1/subscriptions/customer-portal
    PUT /api/v1/articles/:authorAlias/:articleId/place
    DELETE /api/v1/articles/:authorAlias/:articleId/place`,
  editor: `
    GET /api/v1/studio/me
    GET /api/v1/studio/audit
    GET /api/v1/studio/articles
    POST /api/v1/studio/articles
    GET /api/v1/studio/articles/:id
    PUT /api/v1/studio/articles/:id/manuscript
    GET /api/v1/studio/articles/:id/versions
    GET /api/v1/studio/articles/:id/versions/:version
    POST /api/v1/studio/articles/:id/versions/:version/restore
    POST /api/v1/studio/articles/:id/presence
    DELETE /api/v1/studio/articles/:id/presence
    POST /api/v1/studio/articles/:id/moves
    POST /api/v1/studio/articles/:id/update
    POST /api/v1/studio/articles/:id/read
    PUT /api/v1/studio/articles/:id/schedule
    GET /api/v1/studio/articles/:id/publication-preview
    GET /api/v1/studio/articles/:id/idea
    POST /api/v1/studio/articles/:id/conflict
    GET /api/v1/studio/reports
    GET /api/v1/studio/reports/:articleId
    POST /api/v1/studio/reports/:articleId/decision
    GET /api/v1/studio/messages
    GET /api/v1/studio/messages/:id
    POST /api/v1/studio/messages/:id/reply
    POST /api/v1/studio/messages/:id/spam
    POST /api/v1/studio/messages/:id/reopen
    GET /api/v1/studio/letter
    GET /api/v1/studio/letter/html
    GET /api/v1/studio/counts
    GET /api/v1/studio/figures/days
    GET /api/v1/studio/figures/days.csv
    GET /api/v1/studio/figures/articles
    GET /api/v1/studio/figures/articles.csv
    GET /api/v1/studio/figures/articles/:id
    GET /api/v1/studio/figures/authors
    GET /api/v1/studio/figures/authors.csv
    GET /api/v1/studio/figures/categories
    GET /api/v1/studio/figures/categories.csv
    GET /api/v1/studio/health
    GET /api/v1/studio/errors
    POST /api/v1/studio/jobs/:id/retry
    GET /api/v1/studio/narrators
    PUT /api/v1/studio/narrators/settings
    POST /api/v1/studio/narrators/try
    POST /api/v1/studio/narrators/retry
    GET /api/v1/studio/narrators/installation
    POST /api/v1/studio/narrators/installation
    DELETE /api/v1/studio/narrators/installation
    GET /api/v1/studio/writing
    GET /api/v1/studio/requests
    POST /api/v1/studio/requests
    POST /api/v1/studio/requests/estimate
    GET /api/v1/studio/requests/:id
    POST /api/v1/studio/requests/:id/cancel
    POST /api/v1/studio/requests/:id/retry
    POST /api/v1/studio/requests/:id/check
    POST /api/v1/studio/requests/:id/send-again
    POST /api/v1/studio/requests/:id/give-up
    GET /api/v1/studio/ideas
    POST /api/v1/studio/ideas
    POST /api/v1/studio/ideas/similarity
    GET /api/v1/studio/ideas/:id
    PUT /api/v1/studio/ideas/:id
    DELETE /api/v1/studio/ideas/:id
    GET /api/v1/studio/authors
    GET /api/v1/studio/authors/:id
    PUT /api/v1/studio/authors/:id
    POST /api/v1/studio/authors/:id/accept
    POST /api/v1/studio/authors/:id/decline
    POST /api/v1/studio/authors/:id/reinstate
    POST /api/v1/studio/authors/:id/retire
    GET /api/v1/studio/reviews
    GET /api/v1/studio/reviews/:id
    POST /api/v1/studio/reviews/:id/accept
    POST /api/v1/studio/reviews/:id/reject
    POST /api/v1/studio/concerns/:id/ignore
    POST /api/v1/studio/concerns/:id/reopen
    POST /api/v1/studio/concerns/:id/edit
    GET /api/v1/studio/cadence
    GET /api/v1/studio/cadence/fill
    POST /api/v1/studio/cadence/fill
    GET /api/v1/studio/articles/:id/drawings
    GET /api/v1/studio/articles/:id/drawings/:category/:variant/:width
    GET /api/v1/studio/stock
    GET /api/v1/studio/stock/:service
    GET /api/v1/studio/photos
    POST /api/v1/studio/photos
    POST /api/v1/studio/photos/stock
    GET /api/v1/studio/photos/:id
    DELETE /api/v1/studio/photos/:id
    GET /api/v1/studio/photos/:id/whole
    POST /api/v1/studio/photos/:id/crops`,
  administrator: `
    GET /api/v1/studio/members
    PUT /api/v1/studio/members`,
};
type Scope = keyof typeof ROUTES;
const SCOPES = Object.keys(ROUTES) as Scope[];

/** The routes of each application, as they were registered with Fastify. */
const routesByApp = new WeakMap<FastifyInstance, RouteOptions[]>();
/** Records the routes of an application that was just created. */
function recordRoutes(message: unknown): void {
  const { fastify: app } = message as { fastify: FastifyInstance };
  const routes: RouteOptions[] = [];
  routesByApp.set(app, routes);
  app.addHook('onRoute', (route) => void routes.push(route));
}

/** Returns the role that a route requires. The scope in which the route is registered determines the role. */
const getScope = ({ schema, config }: RouteOptions): Scope =>
  config?.role ?? (schema?.security ? 'readers' : 'public');

/** The files that the web build creates, and the files that it copies unchanged. */
const FILES = [
  path.join(DIST_FOLDER, 'client'),
  path.join(DIST_FOLDER, '../src/web/public'),
].flatMap((cwd) => globSync('**/*.*', { cwd, exclude: ['**/*.{br,gz}'] }));

describe('every route', () => {
  let test: TestApp;

  beforeAll(async () => {
    subscribe('fastify.initialization', recordRoutes);
    const signIn = await chooseSignInSetup(readConfig({}));
    const database = await pgliteTestEngine.open();
    const membership = await chooseBilling(readConfig({}), database.queries);
    test = await createTestApp(database, {}, undefined, signIn, { membership });
    await test.app.ready();
    unsubscribe('fastify.initialization', recordRoutes);
  });
  afterAll(() => test.close());

  it.each(SCOPES)('of the scope "%s" is in the table above', (scope) => {
    const builtUrls = FILES.map((file) => `/${file}`);
    const lines = routesByApp
      .get(test.app)!
      .filter((route) => getScope(route) === scope && !builtUrls.includes(route.url))
      .flatMap(({ method, url }) => [method].flat().map((each) => `${each} ${url}`));
    const isHead = (line: string) => line.startsWith('HEAD ');
    expect(lines.filter((line) => !isHead(line)).toSorted()).toEqual(
      listRouteLines(scope).toSorted(),
    );
    // `ROUTES` does not list HEAD routes, because Fastify adds one to each GET route.
    if (scope !== 'public')
      expect(lines.filter(isHead)).toHaveLength(
        listRouteLines(scope).filter((line) => line.startsWith('GET ')).length,
      );
  });

  it('of the studio is described in the OpenAPI document', async () => {
    const { paths } = (await test.app.inject('/api/v1/openapi.json')).json();
    const described = Object.entries<object>(paths).flatMap(([path, calls]) =>
      Object.keys(calls).map(
        (method) => `${method.toUpperCase()} ${path.replace(/{(\w+)}/g, ':$1')}`,
      ),
    );
    expect(described).toEqual(
      expect.arrayContaining([...listRouteLines('editor'), ...listRouteLines('administrator')]),
    );
  });

  it('accepts no unknown fields in a JSON body', async () => {
    const { paths } = (await test.app.inject('/api/v1/openapi.json')).json();
    interface BodySchema {
      type?: string;
      additionalProperties?: unknown;
      anyOf?: BodySchema[];
      oneOf?: BodySchema[];
    }
    const isStrict = ({ type, additionalProperties, anyOf, oneOf }: BodySchema): boolean =>
      (anyOf ?? oneOf)?.every(isStrict) ?? (type !== 'object' || additionalProperties === false);
    const bodies = Object.entries<object>(paths).flatMap(([path, calls]) =>
      Object.entries(calls).flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema as BodySchema | undefined;
        return schema ? [{ call: `${method} ${path}`, schema }] : [];
      }),
    );
    expect(bodies.length).toBeGreaterThan(20);
    expect(bodies.filter(({ schema }) => !isStrict(schema)).map(({ call }) => call)).toEqual([]);
  });

  it('starts with a reserved segment, which cannot be an author’s alias', () => {
    const routes = routesByApp.get(test.app)!.map(({ url }) => url);
    const screens = Object.values<Screen>(SCREENS).flatMap(
      ({ path, formerPaths: formerly = [] }) => [path, ...formerly],
    );
    const segments = [...routes, ...screens, ...FILES]
      .map((url) => url.replace(/^\//, '').split(/[\\/]/)[0]!.toLowerCase())
      // Excludes URL segments that are not fixed strings: the empty segment of `/`, and segments with parameters or
      // wildcards.
      .filter((segment) => segment !== '' && !/[:*]/.test(segment));
    for (const each of ['api', 'images', 'explore', 'profile', 'assets', 'favicon.svg'])
      expect(segments).toContain(each);
    expect([...new Set(segments)].filter((segment) => !RESERVED_ALIASES.has(segment))).toEqual([]);
  });

  it('is not mistaken for a URL without a route, for which the cached not-found page is sent', () => {
    const paths = listRouteLines('public')
      .filter((line) => line.startsWith('GET ') && line !== 'GET /*')
      .map((line) =>
        line
          .slice('GET '.length)
          .replace('*', 'x')
          .replace(/:(\w+)(\(.*?\))?(?=[/.]|$)/g, (_, name) => SAMPLE_PARAMETERS[name] ?? 'x'),
      );
    expect(paths).toContain('/sitemap-authors-a.xml');
    expect(paths.filter(isUrlWithoutRoute)).toEqual([]);
  });

  const protectedRoutes = SCOPES.filter((scope) => scope !== 'public').flatMap(listRouteLines);
  it.each(protectedRoutes)('requires a session for %s, regardless of the body', async (line) => {
    const [method, url] = line.split(' ') as ['GET', string];
    const cookies = { session: 'made-up', id_token: 'made-up' };
    const bodyOptions = method === 'GET' ? {} : { payload: '{', headers: JSON_TYPE };
    for (const credentials of [{}, { cookies }]) {
      const response = await test.app.inject({ method, url, ...bodyOptions, ...credentials });
      expect([response.statusCode, response.json()]).toEqual([401, { error: 'Sign in first.' }]);
    }
  });

  it.each([
    ['reader', 'editor', 'The studio is for editors.'],
    ['reader', 'administrator', 'The studio is for editors.'],
    ['editor', 'administrator', 'Only administrators can do that.'],
  ] as const)('a %s may not call any route for an %s', async (role, scope, error) => {
    const reader = await signInTestReader(test.database, `${role}-of-${scope}`);
    await updateRole(test.database.queries, reader.user.id, role);
    for (const line of listRouteLines(scope)) {
      const [method, url] = line.split(' ') as ['GET', string];
      const bodyOptions = method === 'GET' ? {} : { payload: '{', headers: JSON_TYPE };
      const { cookies } = reader;
      const response = await test.app.inject({ method, url, cookies, ...bodyOptions });
      expect([line, response.statusCode, response.json()]).toEqual([line, 403, { error }]);
    }
  });

  it.each([
    ['editor', 'editor'],
    ['administrator', 'editor'],
    ['administrator', 'administrator'],
  ] as const)('an %s may call every route for an %s', async (role, scope) => {
    const reader = await signInTestReader(test.database, `${role}-for-${scope}`);
    await updateRole(test.database.queries, reader.user.id, role);
    for (const line of listRouteLines(scope)) {
      const [method, url] = line.split(' ') as ['GET', string];
      // The body is invalid on purpose: if the response is an error about the body, the request has passed the
      // permission check.
      const bodyOptions = method === 'GET' ? {} : { payload: '{', headers: JSON_TYPE };
      const response = await test.app.inject({
        method,
        url,
        cookies: reader.cookies,
        ...bodyOptions,
      });
      expect([200, 204, 400, 404], line).toContain(response.statusCode);
    }
  });

  it.each(listRouteLines('public').filter((line) => line.includes('/api/')))(
    'requires no session for %s',
    async (line) => {
      const [method, url] = line.split(' ') as ['GET', string];
      expect((await test.app.inject({ method, url })).statusCode).not.toBe(401);
    },
  );
});

const JSON_TYPE = { 'content-type': 'application/json' };
/** Values for the route parameters that have a pattern. Other parameters accept any text. */
const SAMPLE_PARAMETERS: Readonly<Record<string, string>> = {
  category: 'nsm',
  subcategory: 'mea',
  initial: 'a',
  period: '2026-11',
};

function listRouteLines(scope: Scope): string[] {
  return ROUTES[scope].split('\n').flatMap((line) => line.trim() || []);
}
