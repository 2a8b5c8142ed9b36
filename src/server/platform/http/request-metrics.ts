import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { getHttp2Stream } from '../load/http2-streams.ts';
import { chooseLane } from '../load/load-shedding.ts';
import { wrapRequestListener } from '../load/wrap-request-listener.ts';

export interface RequestMetrics {
  /** Marks a response as sent from the cache, so that the metrics count its request as a cache hit. */
  markCached(response: ServerResponse): void;
  /**
   * Starts measuring each request's duration, from its arrival to the end of the response. Must be called after all
   * other wrappers of the request listener have been added, so that waiting and rejected requests are measured too.
   */
  measure(app: FastifyInstance): void;
}

/**
 * Upper bounds, in seconds, of the buckets in the duration histogram. The lowest bound suits cached responses, which
 * take about a millisecond.
 */
const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates a histogram of request durations. Its counts also show the rates of requests, errors and cache hits. */
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
        // For HTTP/2, listens to the stream's `close` event, because the response object does not emit `close` if its
        // stream is reset.
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
 * Returns the value of the label `kind` for a URL. The value is `page` or `api` for pages and API calls. For all other
 * requests, it is the name of the request's lane, such as `files`. A lane is a group of requests that share a queue
 * ({@link chooseLane}).
 */
function getRouteKind(url: string): string {
  const lane = chooseLane(url);
  if (lane !== 'work') return lane;
  return url.startsWith('/api/') ? 'api' : 'page';
}
