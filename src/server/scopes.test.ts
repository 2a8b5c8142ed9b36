import { globSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyServerOptions, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RESERVED_ALIASES } from '#domain/addresses.ts';
import { SCREENS, type Screen } from '#domain/screens.ts';
import { DIST } from './pages/assets.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/open.ts';
import { chooseProviders } from './readers/sign-in/service.ts';
import { type TestApp, testApp } from './testing/app.ts';

/**
 * Who may call what: every route of the application. One that is public by mistake stands here as public, for
 * whoever reviews this table. Of `/audio`, previews and samples are: it asks itself whether a caller may have more.
 */
const ROUTES = {
  public: `
    GET /*
    GET /robots.txt
    GET /sitemap.xml
    GET /health/live
    GET /health/ready
    GET /metrics
    GET /images/:kind/:key/:file
    GET /audio/:name
    GET /assets/*

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
    GET /oidc/demo-identity.css
    GET /oidc/octavo-display.woff2

    GET /api/v1/articles
    GET /api/v1/authors
    POST /api/v1/authors/batch
    GET /api/v1/search
    POST /api/v1/errors
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
    POST /api/v1/user/deletion
    GET /api/v1/user/sessions
    DELETE /api/v1/user/sessions
    DELETE /api/v1/user/sessions/:id
    GET /api/v1/bookmarks
    GET /api/v1/bookmarks/ids
    PUT /api/v1/articles/:authorAlias/:articleId/bookmark
    DELETE /api/v1/articles/:authorAlias/:articleId/bookmark
    GET /api/v1/feed
    GET /api/v1/users/me/following
    PUT /api/v1/authors/:alias/follow
    DELETE /api/v1/authors/:alias/follow
    GET /api/v1/articles/:authorAlias/:articleId/feedback
    PUT /api/v1/articles/:authorAlias/:articleId/feedback
    DELETE /api/v1/articles/:authorAlias/:articleId/feedback
    PUT /api/v1/articles/:authorAlias/:articleId/report
    GET /api/v1/user/listening
    PUT /api/v1/user/narrator
    PUT /api/v1/articles/:authorAlias/:articleId/place
    DELETE /api/v1/articles/:authorAlias/:articleId/place`,
};
type Scope = keyof typeof ROUTES;
const SCOPES = Object.keys(ROUTES) as Scope[];

/** What was added to each application, as it was told to Fastify. */
const routesOf: Map<FastifyInstance, RouteOptions[]> = vi.hoisted(() => new Map());
vi.mock('fastify', async (load) => {
  const real = await load<typeof import('fastify')>();
  const fastify = (options: FastifyServerOptions) => {
    const app = real.default(options) as unknown as FastifyInstance;
    const routes: RouteOptions[] = [];
    routesOf.set(app, routes);
    return app.addHook('onRoute', (route) => void routes.push(route));
  };
  return { ...real, default: fastify };
});

/** What a route is given by the scope it stands in. */
const scopeOf = ({ schema }: RouteOptions): Scope => (schema?.security ? 'readers' : 'public');

/** What the web build wrote, and what is put into each build as it is. */
const FILES = [path.join(DIST, 'client'), path.join(DIST, '../src/web/public')].flatMap((cwd) =>
  globSync('**/*.*', { cwd, exclude: ['**/*.{br,gz}'] }),
);

describe('every route', () => {
  let test: TestApp;

  beforeAll(async () => {
    const signIn = chooseProviders(readConfig({}));
    test = await testApp(await openDatabase('memory'), {}, undefined, signIn);
    await test.app.ready();
  });
  afterAll(() => test.close());

  it.each(SCOPES)('of the scope "%s" is in the table above', (scope) => {
    const built = FILES.map((file) => `/${file}`);
    const lines = routesOf
      .get(test.app)!
      .filter((route) => scopeOf(route) === scope && !built.includes(route.url))
      .flatMap(({ method, url }) => [method].flat().map((each) => `${each} ${url}`));
    const isHead = (line: string) => line.startsWith('HEAD ');
    expect(lines.filter((line) => !isHead(line)).toSorted()).toEqual(linesOf(scope).toSorted());
    // Fastify adds it to each GET.
    if (scope === 'readers')
      expect(lines.filter(isHead)).toHaveLength(
        linesOf(scope).filter((line) => line.startsWith('GET ')).length,
      );
  });

  it('is no author’s: an alias is the first segment of nothing the product answers', () => {
    const routes = routesOf.get(test.app)!.map(({ url }) => url);
    const screens = Object.values<Screen>(SCREENS).flatMap(({ path, formerly = [] }) => [
      path,
      ...formerly,
    ]);
    const segments = [...routes, ...screens, ...FILES]
      .map((address) => address.replace(/^\//, '').split(/[\\/]/)[0]!.toLowerCase())
      // The root, what is named by somebody, and what is left over for the pages.
      .filter((segment) => segment !== '' && !/^[:*]/.test(segment));
    for (const each of ['api', 'images', 'explore', 'profile', 'assets', 'favicon.svg'])
      expect(segments).toContain(each);
    expect([...new Set(segments)].filter((segment) => !RESERVED_ALIASES.has(segment))).toEqual([]);
  });

  it.each(linesOf('readers'))('%s takes a session, whatever else is sent', async (line) => {
    const [method, url] = line.split(' ') as ['GET', string];
    const cookies = { session: 'made-up', id_token: 'made-up' };
    const sent = method === 'GET' ? {} : { payload: '{', headers: JSON_TYPE };
    for (const credentials of [{}, { cookies }]) {
      const answer = await test.app.inject({ method, url, ...sent, ...credentials });
      expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'Sign in first.' }]);
    }
  });

  it.each(linesOf('public').filter((line) => line.includes('/api/')))(
    '%s takes none',
    async (line) => {
      const [method, url] = line.split(' ') as ['GET', string];
      expect((await test.app.inject({ method, url })).statusCode).not.toBe(401);
    },
  );
});

const JSON_TYPE = { 'content-type': 'application/json' };

function linesOf(scope: Scope): string[] {
  return ROUTES[scope].split('\n').flatMap((line) => line.trim() || []);
}
