import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { hostCookie } from './host-cookie.ts';

/** Collects the schemas of the routes that follow into an OpenAPI 3.1 document. */
export async function apiDescription(app: FastifyInstance, origin: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Octavo',
        version: '1',
        description:
          'Every answer is `{"data": …}` or `{"error": "message"}`; 204 has no body. POST, PUT and PATCH carry the hex SHA-256 of their body in `x-content-sha256`.',
      },
      servers: [{ url: origin }],
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: hostCookie('session', origin.startsWith('https:')).name,
            description: 'Set by signing in at `/auth/signin`. Without it the answer is 401.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
}

/** `/api/v1/openapi.json`, and a page to read it on at `/api/v1/docs`. */
export async function apiReference(app: FastifyInstance): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  // Its own policy would be laxer than ours, and have plain http upgraded where there is no https.
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: false });
}
