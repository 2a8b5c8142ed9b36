import { readFile } from 'node:fs/promises';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { toHostCookie } from '#server/platform/http/host-cookie.ts';
import { CachedResponse, computeEtag, type ResponseTraits } from '../http-cache/cached-response.ts';
import { sendCachedResponse } from '../http-cache/serve-from-cache.ts';

/** Collects the schemas of all routes that are registered after this call into an OpenAPI 3.1 document. */
export async function registerOpenApiDocument(app: FastifyInstance, origin: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Octavo',
        version: '1',
        description:
          'Every response is `{"data": …}` or `{"error": "message"}`; 204 has no body. Send the hex SHA-256 of the body in `x-content-sha256` with POST, PUT, and PATCH.',
      },
      servers: [{ url: origin }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: toHostCookie('session', origin.startsWith('https:')).name,
            description: 'Set by signing in at `/auth/signin`. Without it the response is 401.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
}

/** Registers `GET /openapi.json`, and Swagger UI at `/docs/`. */
export async function apiReferenceRoutes(app: FastifyInstance): Promise<void> {
  const responses = new ReferenceResponses(app);
  app.get('/openapi.json', { schema: { hide: true } }, (request, reply) =>
    sendCachedResponse(request, reply, responses.document(), 'json'),
  );
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (request, reply) => {
      const { pathname, search } = new URL(request.url, 'http://localhost');
      // Swagger UI appends relative paths to the URL of its page. A query string in this URL would break the paths, so
      // the redirect removes the query string.
      if (search && pathname.endsWith('/docs/')) return reply.redirect(pathname);
      const cached = await responses.find(pathname);
      return cached && sendCachedResponse(request, reply, cached.response, cached.representation);
    });
    // `staticCSP: false` disables the plugin's own Content-Security-Policy. The plugin's policy is weaker than
    // Octavo's, and upgrades requests to HTTPS even on servers that only support HTTP.
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: false });
  });
}

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';

/** Media types of Swagger UI's large files, by file name. */
const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': STYLES,
  'swagger-ui-bundle.js': SCRIPT,
  'swagger-ui-standalone-preset.js': SCRIPT,
};
const FOLDER = new URL('static/', import.meta.resolve('@fastify/swagger-ui'));

/** Caches the OpenAPI document and Swagger UI's large files, so that each of them is compressed only once. */
class ReferenceResponses {
  readonly #app: FastifyInstance;
  readonly #files = new Map<string, CachedResponse>();
  #document: CachedResponse | undefined;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /**
   * Returns the cached response for a path. Returns `undefined` for Swagger UI's small files, which the Swagger UI
   * plugin serves.
   */
  async find(
    pathname: string,
  ): Promise<{ response: CachedResponse; representation: string } | undefined> {
    const [, name] = /\/docs\/(.+)$/.exec(pathname) ?? [];
    if (name === 'json' || name === 'yaml')
      return { response: this.document(), representation: name };
    const [, file] = /^static\/(.+)$/.exec(name ?? '') ?? [];
    if (file === undefined || !Object.hasOwn(FILES, file)) return undefined;
    return { response: await this.#file(file), representation: 'file' };
  }

  /**
   * Returns the cached OpenAPI document, as JSON and YAML. Call this method only after all routes have been registered.
   */
  document(): CachedResponse {
    const createDocument = () => {
      const json = JSON.stringify(this.#app.swagger());
      return new CachedResponse(createTraits(json), {
        json: { type: 'application/json; charset=utf-8', render: () => json },
        yaml: { type: 'application/x-yaml', render: () => this.#app.swagger({ yaml: true }) },
      });
    };
    this.#document ??= createDocument();
    return this.#document;
  }

  async #file(name: string): Promise<CachedResponse> {
    const cachedFile = this.#files.get(name);
    if (cachedFile) return cachedFile;
    const text = await readFile(new URL(name, FOLDER), 'utf8');
    const response = new CachedResponse(createTraits(text), {
      file: { type: FILES[name]!, render: () => text },
    });
    this.#files.set(name, response);
    return response;
  }
}

function createTraits(text: string): ResponseTraits {
  return { status: 200, etag: computeEtag(text), keys: [], audience: 'public' };
}
