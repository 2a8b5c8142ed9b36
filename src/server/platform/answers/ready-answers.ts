import { hash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { CONTENT_HASH } from '#server/platform/http/content-hash.ts';
import { matchesIfNoneMatch } from '#server/platform/http/etag.ts';
import { interpose } from '#server/platform/load/interpose.ts';
import type { Answer } from './answer.ts';
import { type Encoding, encodingOf } from './encodings.ts';
import { ReceivedBodies } from './received-bodies.ts';
import { freshnessOf, headersOf, PUBLIC } from './sending.ts';

type Next = (request: IncomingMessage, response: ServerResponse) => void;

/** A response that can be sent without further work. */
export type Ready = ReadyAnswer | ReadyRedirect;

/** A cached answer, and the part of it that is asked for. */
interface ReadyAnswer {
  answer: Answer;
  part: string;
  /** 200, unless something else is said. */
  status?: 404;
}

/** A permanent redirect to a path with its query. */
interface ReadyRedirect {
  location: string;
}

/** Where to look for answers that are ready; `undefined` when there is none, or none at all. */
export interface ReadyAnswers {
  /** The one a request for `url` is for. */
  of(url: string): Ready | undefined;
  /** The one a call of `url` is for that comes with a body of this hash. Nobody asks for it who may not make the call. */
  ofCall(url: string, hash: string): Ready | undefined;
  /** Whether a call with these headers may be made at all; who answers the others is the application's affair. */
  mayCall(headers: IncomingHttpHeaders): boolean;
}

/**
 * Answers requests for public answers that have been made before `app` sees them: most requests are such, and what
 * an application does with every request costs more than sending the bytes. Whatever takes more than that goes on to
 * `app`, as everything does while it closes.
 *
 * `fixed` are the headers each of its answers has.
 */
export function answerWhatIsReady(
  app: FastifyInstance,
  ready: ReadyAnswers,
  fixed: Readonly<Record<string, string>>,
): void {
  const heads = rememberHeads(fixed, app.namesKeys);
  const bodies = new ReceivedBodies(app);

  /** Sends a response that is ready; false if it is not. */
  const isSent = (found: Ready | undefined, request: IncomingMessage, response: ServerResponse) => {
    if (!found) return false;
    if ('location' in found) {
      const { location } = found;
      const headers = { ...fixed, 'cache-control': PUBLIC, location, 'content-length': '0' };
      response.writeHead(301, headers).end();
      return true;
    }
    const { answer, part, status = 200 } = found;
    if (answer.status !== status || (status === 200 && answer.audience !== 'public')) return false;
    const { headers } = request;
    if (status === 200 && matchesIfNoneMatch(headers['if-none-match'], answer.etag)) {
      response.writeHead(304, heads.ofUnchanged(answer, part)).end();
      return true;
    }
    const encoding = encodingOf(headers['accept-encoding']);
    const body = answer.ready(part, encoding);
    if (!body) return false;
    response.writeHead(status, heads.of(body, answer, part, encoding)).end(body);
    return true;
  };

  /** Sends what `find` finds, or else has the application see to the request. */
  const send = (
    find: () => Ready | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
  ) => {
    try {
      if (isSent(find(), request, response)) return;
    } catch (error) {
      // Nobody else would catch it.
      app.log.error({ err: error }, 'Failed to send a cached response');
      if (response.headersSent) return;
    }
    next(request, response);
  };

  const answerCall = (request: IncomingMessage, response: ServerResponse, next: Next) => {
    const { url = '', headers } = request;
    const given = headers[CONTENT_HASH];
    const mayBeReady =
      typeof given === 'string' &&
      headers['content-type'] === 'application/json' &&
      bodies.isSmall(request) &&
      ready.mayCall(headers) &&
      ready.ofCall(url, given);
    if (!mayBeReady) return next(request, response);
    bodies.receive(request, (body) => {
      const isWhole = hash('sha256', body) === given.toLowerCase();
      send(() => (isWhole ? ready.ofCall(url, given) : undefined), request, response, next);
    });
  };

  // `app.inject` comes in past the server, and so gets the application's own answer.
  const stop = interpose(app, (request, response, next) => {
    const { method, url = '' } = request;
    if (method === 'GET') send(() => ready.of(url), request, response, next);
    else if (method === 'POST') answerCall(request, response, next);
    else next(request, response);
  });
  app.addHook('preClose', async () => stop());
}

/** Headers as `node:http` writes them fastest, names and values in turn, made once a body. */
function rememberHeads(fixed: Readonly<Record<string, string>>, namesKeys: boolean) {
  const known = new WeakMap<object, string[]>();
  const remember = (key: object, make: () => Record<string, string>): string[] => {
    const head = known.get(key) ?? Object.entries({ ...fixed, ...make() }).flat();
    known.set(key, head);
    return head;
  };
  return {
    of: (body: Buffer, answer: Answer, part: string, encoding: Encoding) =>
      remember(body, () => ({
        ...headersOf(answer, part, encoding, namesKeys),
        'content-length': String(body.length),
      })),
    ofUnchanged: (answer: Answer, part: string) =>
      remember(answer.part(part), () => freshnessOf(answer, part, namesKeys)),
  };
}
