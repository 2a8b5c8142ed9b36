import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { getHttp2Stream } from '../load/http2-streams.ts';
import { chooseLane } from '../load/load-shedding.ts';
import { wrapRequestListener } from '../load/wrap-request-listener.ts';

export interface RequestMetrics {
  /** Records that a response was sent from the cache, before the application handled its request. */
  markCached(response: ServerResponse): void;
  /**
   * Starts measuring how long each request to an application takes, from its arrival to the end of the response. Call
   * this method after all other wrappers of the request listener are in place, so that waiting and rejected requests
   * are measured too.
   */
  measure(app: FastifyInstance): void;
}

/**
 * Upper bounds, in seconds, of the buckets in the duration histogram. The lowest bound suits cached responses, which
 * take a millisecond.
 */
const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates a histogram of request durations. Its counts give the rates of requests, errors and cache hits. */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const durations = new Histogram({
    name: 'octavo_http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds, by kind of route, status class (none if the client left) and cache.',
    labelNames: ['kind', 'status', 'cache'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const cached = new WeakSet<ServerResponse>();
  return {
    markCached: (response) => void cached.add(response),
    measure(app) {
      wrapRequestListener(app, (request, response, next) => {
        const startedAt = performance.now();
        // For HTTP/2, the `close` event of the stream is used, because the response of a reset stream emits no event.
        (getHttp2Stream(request) ?? response).once('close', () => {
          const labels = {
            kind: getRouteKind(request.url ?? ''),
            status: response.headersSent ? `${Math.floor(response.statusCode / 100)}xx` : 'none',
            cache: cached.has(response) ? 'hit' : 'miss',
          };
          durations.observe(labels, (performance.now() - startedAt) / 1000);
        });
        next(request, response);
      });
    },
  };
}

/**
 * Returns the value of the label `kind` for a URL. It is the lane of the request (see {@link chooseLane}), except that
 * the lane `work` is divided into pages and API calls.
 */
function getRouteKind(url: string): string {
  const lane = chooseLane(url);
  if (lane !== 'work') return lane;
  return url.startsWith('/api/') ? 'api' : 'page';
}
