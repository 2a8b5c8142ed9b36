import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AD_SLOTS } from '#domain/ads.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { getRequestHost } from '#server/platform/http/local-requests.ts';
import { createAdFramePolicy, renderAdFrame } from './ad-frame.ts';
import { AD_FRAME_PATH, type AdNetworkSettings } from './network.ts';

const querySchema = z.object({ slot: z.enum(AD_SLOTS) });

/**
 * Google's certification authority ID, the last field of a line in an `ads.txt` file (IAB Tech Lab,
 * ads.txt 1.1).
 */
const GOOGLE_CERTIFICATION_AUTHORITY_ID = 'f08c47fec0942fa0';

/**
 * Registers `GET /ads/frame?slot=…`, which returns the document of an ad frame, and `GET /ads.txt`, which returns the
 * list of authorized sellers. Without an ad network, both URLs respond with 404. `origin` is the origin of the site's
 * pages.
 */
export function adNetworkRoutes(
  app: FastifyInstance,
  network: AdNetworkSettings | undefined,
  origin: string,
) {
  const routeOptions = { schema: { hide: true } };

  app.get(AD_FRAME_PATH, routeOptions, async (request, reply) => {
    const query = querySchema.safeParse(request.query);
    if (!network || !query.success) throw new NotFoundError('Ad frame not found.');
    // The host is not read from `request.host`, because any client can set it with `X-Forwarded-Host`. With a forged
    // host, a cache could store the frame without its sandbox.
    const hasOwnOrigin =
      network.origin !== undefined && new URL(network.origin).host === getRequestHost(request);
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'public, max-age=3600',
        'content-security-policy': createAdFramePolicy(origin, hasOwnOrigin),
        // The referrer contains only the origin, so the network does not learn which article the reader has opened.
        'referrer-policy': 'strict-origin',
        'x-robots-tag': 'noindex',
      })
      .send(renderAdFrame(network, query.data.slot));
  });

  app.get('/ads.txt', routeOptions, async (_request, reply) => {
    if (!network) throw new NotFoundError('No ad network is configured.');
    const seller = network.client.replace(/^ca-/, '');
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`google.com, ${seller}, DIRECT, ${GOOGLE_CERTIFICATION_AUTHORITY_ID}\n`);
  });
}
