import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { InvalidRequestError } from '#server/platform/errors.ts';

/** Name of the header with the SHA-256 hash of a request body, in hexadecimal (spec 7). */
export const CONTENT_HASH_HEADER = 'x-content-sha256';

/** Verifies the SHA-256 hash of every JSON body before the body is parsed, so that a truncated body has no effect. */
export function requireContentHash(app: FastifyInstance): void {
  // Removes Fastify's plain text parser, because all request bodies are JSON.
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const declaredHash = request.headers[CONTENT_HASH_HEADER];
    const actualHash = hash('sha256', body);
    if (typeof declaredHash !== 'string')
      return done(new InvalidRequestError(`The header ${CONTENT_HASH_HEADER} is missing.`));
    if (declaredHash.toLowerCase() !== actualHash)
      return done(
        new InvalidRequestError(`The header ${CONTENT_HASH_HEADER} does not match the body.`),
      );
    return parse(request, body.toString(), done);
  });
}
