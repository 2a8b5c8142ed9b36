import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAYLOAD_PREFIX, type PageRedirect, type SignInProvider } from '#domain/page.ts';
import { watchChanges } from '#server/platform/db/content-changes.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Faults } from '#server/platform/faults/service.ts';
import type { Sessions } from '#server/readers/sessions/service.ts';
import type { WebBuild } from './assets.ts';
import { renderDocument } from './document.ts';
import { type CachedPage, encode, encodingOf, PageCache } from './page-cache.ts';
import {
  addressOf,
  freshnessOf,
  headersOf,
  type Part,
  PRIVATE,
  PUBLIC,
  partOf,
} from './page-headers.ts';
import { isPersonal, resolvePersonalPage } from './personal-pages.ts';
import { answerReadyPages } from './ready-pages.ts';
import type { Page } from './resolution.ts';
import { resolvePage } from './resolve.ts';
import { errorPage } from './state-payloads.ts';

export interface PageOptions {
  database: Database;
  web: WebBuild;
  origin: string;
  faults: Faults;
  sessions: Sessions;
  /** Whom readers can sign in through. */
  providers: readonly SignInProvider[];
  /** The headers every answer has. */
  headers: Readonly<Record<string, string>>;
}

interface Moved {
  to: string;
  permanent: boolean;
}

/** Every page as a document, and under {@link PAYLOAD_PREFIX} as its payload. */
export async function pageRoutes(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { database, web, origin, faults, sessions, providers } = options;
  const cache = new PageCache();
  const stop = await watchChanges(database, (keys) => cache.drop(keys));
  app.addHook('onClose', stop);
  answerReadyPages(app, cache, options.headers);

  const produce = async (address: string): Promise<CachedPage | Moved> => {
    const since = cache.changes;
    // Joined as text: resolved as a reference, "//about" would name another host.
    const found = await resolvePage(database.queries, new URL(origin + address), providers);
    if (found.kind === 'redirect') return found;
    const { page } = found;
    const render = () => renderPage(web, origin, address, page);
    // Addresses that lead nowhere share one page; searches and the like are not worth keeping.
    if (page.payload.status === 404) return cache.getOrRender('404', since, render);
    const isKept = page.keys.length > 0 && !web.isDevelopment;
    return isKept ? cache.getOrRender(address, since, render) : render();
  };

  /** Produces what the cache has not, or only past its age: the others get that meanwhile, and all should this fail. */
  const produceAnew = async (address: string): Promise<CachedPage | Moved> => {
    cache.prolong(address);
    try {
      return await produce(address);
    } catch (error) {
      const former = cache.prolong(address);
      if (!former) throw error;
      faults.record('server', error, pathOf(address));
      return former;
    }
  };

  /** The page of whoever asks, where the address has one. */
  const producePersonal = async (request: FastifyRequest, reply: FastifyReply, address: string) => {
    const session = isPersonal(address) ? await sessions.find(request, reply) : undefined;
    if (!session) return undefined;
    const provider = providers.find(({ id }) => id === session.provider)?.label;
    const reader = { user: session.user, provider };
    const found = await resolvePersonalPage(database.queries, address, reader);
    return found?.kind === 'page' ? renderPage(web, origin, address, found.page) : undefined;
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply, part: Part) => {
    const address = addressOf(request.url, part);
    const found =
      (await producePersonal(request, reply, address)) ??
      cache.get(address) ??
      (await produceAnew(address));
    if ('to' in found) return sendRedirect(reply, keepQuery(found, request.url), part);
    return sendPage(request, reply, found, part);
  };

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    // Calls are answered by their own routes, or as JSON.
    if (/^\/api(\/|$)/.test(pathOf(request.url))) return reply.callNotFound();
    return answer(request, reply, 'document');
  });
  app.get(`${PAYLOAD_PREFIX}/*`, { schema: { hide: true } }, (request, reply) =>
    answer(request, reply, 'payload'),
  );

  app.decorate('sendNotFoundPage', async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await produce('/not-found');
    if ('to' in found) throw new Error('The not-found page has moved.');
    return sendPage(request, reply, found, partOf(request.url));
  });
  app.decorate(
    'sendErrorPage',
    async (request: FastifyRequest, reply: FastifyReply, error: unknown, status = 500) => {
      const errorId = faults.record('server', error, pathOf(request.url));
      const payload = errorPage(errorId, new Date().toISOString());
      const page: Page = { payload, keys: [], audience: 'private' };
      const rendered = await renderPage(web, origin, '/error', page);
      return sendPage(request, reply, { ...rendered, status }, partOf(request.url));
    },
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Records a fault and answers with the error page that shows its id; the status is 500 by default. */
    sendErrorPage(
      request: FastifyRequest,
      reply: FastifyReply,
      error: unknown,
      status?: 500 | 503,
    ): Promise<FastifyReply>;
    /** Answers with the not-found page. */
    sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  }
}

async function renderPage(
  web: WebBuild,
  origin: string,
  address: string,
  { payload, keys, audience, maxAge }: Page,
): Promise<CachedPage> {
  const text = await renderDocument(web, origin, address, payload);
  const [document, json] = await Promise.all([encode(text), encode(JSON.stringify(payload))]);
  const hash = createHash('sha256').update(web.id).update(text).digest('base64url').slice(0, 22);
  const etag = `W/"${hash}"`;
  return { status: payload.status, document, payload: json, etag, keys, audience, maxAge };
}

function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  part: Part,
): FastifyReply {
  // A payload says its status itself; the request for it has succeeded.
  const status = part === 'document' ? page.status : 200;
  if (status === 200 && isKnown(page.etag, headers['if-none-match']))
    return reply.code(304).headers(freshnessOf(page)).send();
  const encoding = encodingOf(headers['accept-encoding']);
  return reply
    .code(status)
    .headers(headersOf(page, part, encoding))
    .send(page[part][encoding]);
}

/** Whether a reader has this very page already (RFC 9110, 13.1.2; tags compare weakly). */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

/** A way to another address of the same page keeps what the reader's had after the question mark. */
function keepQuery({ to, permanent }: Moved, url: string): Moved {
  const mark = url.indexOf('?');
  return { to: permanent && mark >= 0 && !to.includes('?') ? to + url.slice(mark) : to, permanent };
}

function sendRedirect(reply: FastifyReply, { to, permanent }: Moved, part: Part) {
  reply.header('cache-control', permanent ? PUBLIC : PRIVATE);
  if (part === 'document') return reply.redirect(to, permanent ? 301 : 302);
  return reply.send({ redirect: to } satisfies PageRedirect);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0]!;
}
