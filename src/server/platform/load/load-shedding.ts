import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { BusyError } from '../errors.ts';
import type { ClientIpResolver } from './client-ips.ts';
import { FairQueue, type Place, type QueueLimits } from './fair-queue.ts';
import { streamOf } from './http2-streams.ts';
import { wrapRequestListener } from './wrap-request-listener.ts';

/** Milliseconds a request waits for its turn. */
const LONGEST_WAIT = 3000;
/**
 * Limits of a caller while no other has requests, such as a crawler at night: 100 streams of HTTP/2 on each of ten
 * connections.
 */
const ALONE = { waiting: 1024, longestWait: 60_000 };
/** Seconds after which it is worth another try. */
const RETRY_AFTER = 5;
const SENTENCE = 'Octavo is busy right now. Try again in a few seconds.';

/** Kinds of work that wait for different things, and so not for each other. */
const LANES = {
  /**
   * Pages and calls: they take this process's time and the database's, and more of them at once get nothing done
   * sooner.
   */
  work: { atOnce: 8, atOncePerCaller: 6, waiting: 2048, waitingPerCaller: 128, alone: ALONE },
  /** Files of the build: they wait for a disk. */
  files: { atOnce: 32, atOncePerCaller: 16, waiting: 2048, waitingPerCaller: 256, alone: ALONE },
  /** Pictures: they wait for a disk or a bucket, and the first time for a drawing, which must hold up no script. */
  pictures: { atOnce: 32, atOncePerCaller: 16, waiting: 2048, waitingPerCaller: 256, alone: ALONE },
  /** Narrations: who listens first waits for a recording, of which few are made at once. */
  narrations: { atOnce: 128, atOncePerCaller: 32, waiting: 1024, waitingPerCaller: 128 },
  /** Signing in: most of its time it waits for an issuer somewhere. */
  signIn: { atOnce: 64, atOncePerCaller: 16, waiting: 256, waitingPerCaller: 64 },
  /** Buying, and what is told of it: most of its time it waits for a payment processor. */
  billing: { atOnce: 64, atOncePerCaller: 16, waiting: 256, waitingPerCaller: 64 },
  /** How things are: asked when they are bad, and by few. */
  health: { atOnce: 8, atOncePerCaller: 4, waiting: 64, waitingPerCaller: 16 },
} as const satisfies Record<string, Omit<QueueLimits, 'longestWait'>>;

type Lane = keyof typeof LANES;

/** Answered to whoever there is no room for: made before it is needed, since making it would take room too. */
export interface Refusal {
  /** Beside those of every answer, its type among them. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface AdmissionOptions {
  registry: Registry;
  callers: ClientIpResolver;
  /** What every answer has. */
  headers: Readonly<Record<string, string>>;
  /** What is answered to a request for `url` that is not a call. */
  refusalOf: (url: string) => Refusal;
}

/** A request that has come, and its place now. */
interface Visit {
  queue: FairQueue;
  caller: string;
  place: Place;
}

/**
 * Lets requests in as there is room for them, the addresses they come from in turn; what cannot be answered in time
 * is refused at once with 503. Whoever leaves before their turn is forgotten, and nobody takes up room while they send
 * a body, or while they are sent an answer: only what this process has to do for them counts. Requests
 * whose answer is ready are to be answered before: they take no room.
 */
export function shedLoad(app: FastifyInstance, options: AdmissionOptions): void {
  const { callers, registry } = options;
  const queues = {} as Record<Lane, FairQueue>;
  for (const lane of Object.keys(LANES) as Lane[])
    queues[lane] = new FairQueue({ ...LANES[lane], longestWait: LONGEST_WAIT });
  const refused = measure(registry, queues);
  const visits = new WeakMap<ServerResponse, Visit>();

  wrapRequestListener(app, (request, response, next) => {
    const lane = laneOf(request.url ?? '');
    const caller = callers.forRequest(request);
    // It left before anybody looked.
    if (caller === undefined) return;
    const queue = queues[lane];
    const place = queue.enter(
      caller,
      (place) => {
        visits.set(response, { queue, caller, place });
        next(request, response);
      },
      () => {
        refused.inc({ lane });
        sendRefusal(response, request.url ?? '', options);
      },
    );
    // Of a stream, the response tells nothing once it has been taken back.
    (streamOf(request) ?? response).once('close', () => {
      place.leave();
      visits.get(response)?.place.leave();
    });
  });

  app.addHook('preParsing', ({ raw: request }, { raw: response }, _body, done) => {
    if (hasBody(request)) visits.get(response)?.place.leave();
    done();
  });
  app.addHook('preValidation', ({ raw: request }, { raw: response }, done) => {
    const visit = visits.get(response);
    if (visit && hasBody(request)) enterAgain(visit, done);
    else done();
  });
  app.addHook('onSend', (_request, { raw: response }, body, done) => {
    visits.get(response)?.place.leave();
    done(null, body);
  });
}

/** Calls `done` when it is the visit's turn once more, or with {@link BusyError} where there is no room. */
function enterAgain(visit: Visit, done: (error?: Error) => void): void {
  const { queue, caller } = visit;
  const enter = (place: Place) => {
    visit.place = place;
    done();
  };
  const refuse = () => done(new BusyError(SENTENCE, RETRY_AFTER));
  visit.place = queue.enter(caller, enter, refuse);
}

/** Which line a request stands in. */
function laneOf(url: string): Lane {
  if (/^\/(health|metrics)\b/.test(url)) return 'health';
  if (url.startsWith('/assets/')) return 'files';
  if (url.startsWith('/images/')) return 'pictures';
  if (url.startsWith('/audio/')) return 'narrations';
  if (/^\/(auth|oidc)\//.test(url)) return 'signIn';
  if (/^\/(api\/v1\/subscriptions|subscriptions|webhooks|billing)\//.test(url)) return 'billing';
  return 'work';
}

function hasBody(request: IncomingMessage): boolean {
  const stream = streamOf(request);
  if (stream) return !stream.endAfterHeaders;
  const { headers } = request;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function sendRefusal(
  response: ServerResponse,
  url: string,
  { headers, refusalOf }: AdmissionOptions,
): void {
  const refusal = /^\/api\//.test(url) ? CALL_REFUSAL : refusalOf(url);
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

const CALL_REFUSAL: Refusal = {
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify({ error: SENTENCE })),
};

/** Tells the metrics how things stand; the counter of refusals. */
function measure(registry: Registry, queues: Record<Lane, FairQueue>): Counter<'lane'> {
  new Gauge({
    name: 'octavo_requests_waiting',
    help: 'Requests that wait for their turn.',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      for (const [lane, queue] of Object.entries(queues)) this.set({ lane }, queue.waiting);
    },
  });
  return new Counter({
    name: 'octavo_requests_refused_total',
    help: 'Requests there was no room for.',
    labelNames: ['lane'],
    registers: [registry],
  });
}
