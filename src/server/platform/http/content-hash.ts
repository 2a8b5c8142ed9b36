import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { InvalidError } from '#server/platform/errors.ts';

/**
 * Checks the content hash of every JSON body before it is parsed: hex SHA-256 in `x-content-sha256`
 * (spec 7). A body that lost bytes on the way changes nothing.
 */
export function contentHash(app: FastifyInstance): void {
  // Every body is JSON.
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const given = request.headers['x-content-sha256'];
    const actual = hash('sha256', body);
    if (typeof given !== 'string')
      return done(new InvalidError('The header x-content-sha256 is missing.'));
    if (given.toLowerCase() !== actual)
      return done(new InvalidError('The header x-content-sha256 does not match the body.'));
    return parse(request, body.toString(), done);
  });
}
