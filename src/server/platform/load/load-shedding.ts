import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { BusyError } from '../errors.ts';
import type { ClientIpResolver } from './client-ips.ts';
import { FairQueue, type FairQueueLimits, type FairQueueSlot } from './fair-queue.ts';
import { getHttp2Stream } from './http2-streams.ts';
import { wrapRequestListener } from './wrap-request-listener.ts';

/** Maximum time, in milliseconds, that a request may wait for its turn. */
const MAX_WAIT = 3000;
/**
 * Limits for a single client, such as a crawler at night, while no other client sends requests. Up to 1024 requests may
 * wait, which is enough for 32 HTTP/2 connections with the maximum of 32 open streams each.
 */
const SINGLE_CLIENT_LIMITS = { maxWaiting: 1024, maxWait: 60_000 };
/**
 * Maximum time, in milliseconds, for which a request keeps its slot after its client has disconnected. Most handlers
 * have a shorter timeout.
 */
const MAX_ABANDONED_TIME = 20_000;
/** Seconds after which a client should retry a rejected request. */
const RETRY_AFTER = 5;
const BUSY_MESSAGE = 'Octavo is busy right now. Try again in a few seconds.';

/**
 * Limits for each lane. A lane is a group of requests that need the same resources. Each lane has its own queue, so
 * that a busy lane does not delay the others.
 */
const LANES = {
  /**
   * Limits for pages and API calls. These requests need CPU time in this process and in the database, so handling more
   * of them at once would not be faster.
   */
  work: {
    maxRunning: 8,
    maxRunningPerCaller: 6,
    maxWaiting: 2048,
    maxWaitingPerCaller: 128,
    withoutCompetitors: SINGLE_CLIENT_LIMITS,
  },
  /** Limits for the built scripts, styles and other assets of the website. These requests wait for the disk. */
  files: {
    maxRunning: 32,
    maxRunningPerCaller: 16,
    maxWaiting: 2048,
    maxWaitingPerCaller: 256,
    withoutCompetitors: SINGLE_CLIENT_LIMITS,
  },
  /**
   * Limits for pictures. These requests wait for the disk or the S3 bucket. The first request for a picture also waits
   * until the picture is rendered. Pictures have their own lane, so that rendering them cannot delay requests for
   * scripts.
   */
  pictures: {
    maxRunning: 32,
    maxRunningPerCaller: 16,
    maxWaiting: 2048,
    maxWaitingPerCaller: 256,
    withoutCompetitors: SINGLE_CLIENT_LIMITS,
  },
  /**
   * Limits for narrations. The first request for a narration waits until it has been recorded. Many requests may wait,
   * because only a few recordings are made at the same time.
   */
  narrations: {
    maxRunning: 128,
    maxRunningPerCaller: 32,
    maxWaiting: 1024,
    maxWaitingPerCaller: 128,
  },
  /** Limits for sign-in requests, which mostly wait for the identity provider. */
  signIn: { maxRunning: 64, maxRunningPerCaller: 16, maxWaiting: 256, maxWaitingPerCaller: 64 },
  /** Limits for billing requests, which mostly wait for the payment processor. */
  billing: { maxRunning: 64, maxRunningPerCaller: 16, maxWaiting: 256, maxWaitingPerCaller: 64 },
  /**
   * Limits for health checks and requests for metrics. There are few of them, and they must get through even under
   * load.
   */
  health: { maxRunning: 8, maxRunningPerCaller: 4, maxWaiting: 64, maxWaitingPerCaller: 16 },
} as const satisfies Record<string, Omit<FairQueueLimits, 'maxWait'>>;

type Lane = keyof typeof LANES;

/**
 * The response to a request that is rejected because of overload. It is rendered in advance, because rendering it on
 * demand would itself need a slot in the queue.
 */
export interface OverloadResponse {
  /** Additional headers of the response, including its content type. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface LoadSheddingOptions {
  registry: Registry;
  callers: ClientIpResolver;
  /** Headers that every response contains. */
  headers: Readonly<Record<string, string>>;
  /**
   * Returns the response to a rejected request for the page or file at `url`. Rejected API calls get a JSON response
   * instead.
   */
  getOverloadResponse: (url: string) => OverloadResponse;
}

/** A request that has been passed on to the application, with its latest slot in the queue. */
interface TrackedRequest {
  queue: FairQueue;
  caller: string;
  slot: FairQueueSlot;
  /** True from the start of the handler until the handler sends its response. */
  isHandled: boolean;
  /** True if the client has disconnected. */
  isAbandoned: boolean;
}

/**
 * Limits the number of concurrent requests, and treats clients fairly. Clients are identified by IP address. A request
 * that is unlikely to be handled in time gets a 503 immediately, and a request that has waited too long gets a 503 too.
 * If a client disconnects, its request is removed from the queue.
 *
 * A request occupies a slot only while this process works on it, not while its body is being received or its response
 * is being sent. Cached responses need no slot, because they are sent before this limit applies.
 *
 * If a client disconnects while the handler for a page or API call is running, the slot stays occupied until the
 * handler ends, because its database queries continue to run. Otherwise, a client could run any number of queries at
 * the same time by disconnecting and sending new requests.
 */
export function limitConcurrentRequests(app: FastifyInstance, options: LoadSheddingOptions): void {
  const { callers, registry } = options;
  const queues = {} as Record<Lane, FairQueue>;
  for (const lane of Object.keys(LANES) as Lane[])
    queues[lane] = new FairQueue({ ...LANES[lane], maxWait: MAX_WAIT });
  const rejectedRequests = registerMetrics(registry, queues);
  const trackedRequests = new WeakMap<ServerResponse, TrackedRequest>();

  wrapRequestListener(app, (request, response, next) => {
    const lane = chooseLane(request.url ?? '');
    const caller = callers.forRequest(request);
    // Ignores a request whose client has already disconnected.
    if (caller === undefined) return;
    const queue = queues[lane];
    const slot = queue.enter(
      caller,
      (slot) => {
        trackedRequests.set(response, {
          queue,
          caller,
          slot,
          isHandled: false,
          isAbandoned: false,
        });
        next(request, response);
      },
      () => {
        rejectedRequests.inc({ lane });
        sendRefusal(response, request.url ?? '', options);
      },
    );
    // For HTTP/2, listens to the stream's `close` event, because the response object does not emit `close` if its
    // stream is reset.
    (getHttp2Stream(request) ?? response).once('close', () => {
      const tracked = trackedRequests.get(response);
      if (tracked) tracked.isAbandoned = true;
      // In the lane `work`, the slot stays occupied while the handler's queries continue to run. In all other lanes,
      // the slot becomes free immediately, because handlers in those lanes mostly wait, and a reader who scrolls
      // quickly abandons many requests for pictures.
      if (lane === 'work' && tracked?.isHandled && !response.writableEnded) {
        setTimeout(() => tracked.slot.leave(), MAX_ABANDONED_TIME).unref();
        return;
      }
      slot.leave();
      tracked?.slot.leave();
    });
  });

  app.addHook('preParsing', ({ raw: request }, { raw: response }, _body, done) => {
    if (hasBody(request)) trackedRequests.get(response)?.slot.leave();
    done();
  });
  app.addHook('preValidation', ({ raw: request }, { raw: response }, done) => {
    const tracked = trackedRequests.get(response);
    if (!tracked) return done();
    const start = (error?: Error) => {
      tracked.isHandled = !error;
      done(error);
    };
    if (tracked.isAbandoned) start(new BusyError(BUSY_MESSAGE, RETRY_AFTER));
    else if (hasBody(request)) requeue(tracked, start);
    else start();
  });
  app.addHook('onSend', (_request, { raw: response }, body, done) => {
    const tracked = trackedRequests.get(response);
    if (tracked) tracked.isHandled = false;
    tracked?.slot.leave();
    done(null, body);
  });
}

/**
 * Adds a request to the queue again after its body has been received. Calls `done` when it is the request's turn. If
 * the request is rejected, calls `done` with a {@link BusyError}.
 */
function requeue(tracked: TrackedRequest, done: (error?: Error) => void): void {
  const { queue, caller } = tracked;
  const enter = (slot: FairQueueSlot) => {
    tracked.slot = slot;
    done();
  };
  const reject = () => done(new BusyError(BUSY_MESSAGE, RETRY_AFTER));
  tracked.slot = queue.enter(caller, enter, reject);
}

/** Returns the lane for a request, based on its URL. */
export function chooseLane(url: string): Lane {
  if (/^\/(health|metrics)\b/.test(url)) return 'health';
  if (url.startsWith('/assets/')) return 'files';
  if (url.startsWith('/images/')) return 'pictures';
  if (/^\/(audio|podcast)\//.test(url)) return 'narrations';
  if (/^\/(auth|oidc)\//.test(url)) return 'signIn';
  if (/^\/(api\/v1\/subscriptions|subscriptions|webhooks|billing)\//.test(url)) return 'billing';
  return 'work';
}

function hasBody(request: IncomingMessage): boolean {
  const stream = getHttp2Stream(request);
  if (stream) return !stream.endAfterHeaders;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function sendRefusal(
  response: ServerResponse,
  url: string,
  { headers, getOverloadResponse }: LoadSheddingOptions,
): void {
  const refusal = /^\/api\//.test(url) ? API_REFUSAL : getOverloadResponse(url);
  response
    .writeHead(503, {
      ...headers,
      ...refusal.headers,
      'content-length': String(refusal.body.length),
      'cache-control': 'no-store',
      'retry-after': String(RETRY_AFTER),
    })
    .end(refusal.body);
}

const API_REFUSAL: OverloadResponse = {
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify({ error: BUSY_MESSAGE })),
};

/** Registers the load-shedding metrics. Returns the counter of rejected requests. */
function registerMetrics(registry: Registry, queues: Record<Lane, FairQueue>): Counter<'lane'> {
  new Gauge({
    name: 'octavo_requests_waiting',
    help: 'Requests that are waiting for their turn.',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      for (const [lane, queue] of Object.entries(queues)) this.set({ lane }, queue.waiting);
    },
  });
  return new Counter({
    name: 'octavo_requests_refused_total',
    help: 'Requests rejected because the server was overloaded.',
    labelNames: ['lane'],
    registers: [registry],
  });
}
