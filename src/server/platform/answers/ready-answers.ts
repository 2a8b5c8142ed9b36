import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { interpose } from '#server/platform/load/service.ts';
import type { Answer } from './answer.ts';
import { type Encoding, encodingOf } from './encodings.ts';
import { freshnessOf, headersOf, isKnown } from './sending.ts';

/** A public answer a request is for, and in which part; `undefined` when there is none ready, or none at all. */
export type FindReady = (url: string) => { answer: Answer; part: string } | undefined;

/**
 * Answers requests for public answers that have been made before `app` sees them: most requests are such, and what
 * an application does with every request costs more than sending the bytes. Whatever takes more than that goes on to
 * `app`, as everything does while it closes.
 *
 * `fixed` are the headers each of its answers has.
 */
export function answerWhatIsReady(
  app: FastifyInstance,
  find: FindReady,
  fixed: Readonly<Record<string, string>>,
): void {
  const heads = rememberHeads(fixed, app.namesKeys);
  const answers = ({ method, url = '', headers }: IncomingMessage, response: ServerResponse) => {
    if (method !== 'GET') return false;
    const found = find(url);
    if (found?.answer.status !== 200 || found.answer.audience !== 'public') return false;
    const { answer, part } = found;
    if (isKnown(answer.etag, headers['if-none-match'])) {
      response.writeHead(304, heads.ofUnchanged(answer)).end();
      return true;
    }
    const encoding = encodingOf(headers['accept-encoding']);
    const body = answer.ready(part, encoding);
    if (!body) return false;
    response.writeHead(200, heads.of(body, answer, part, encoding)).end(body);
    return true;
  };

  /** What is thrown here nobody would catch: the application sees to that request. */
  const isAnswered: typeof answers = (request, response) => {
    try {
      return answers(request, response);
    } catch (error) {
      app.log.error({ err: error }, 'What was ready could not be sent');
      return response.headersSent;
    }
  };

  // `app.inject` comes in past the server, and so gets the application's own answer.
  const stop = interpose(app, (request, response, next) => {
    if (!isAnswered(request, response)) next(request, response);
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
    ofUnchanged: (answer: Answer) => remember(answer, () => freshnessOf(answer, namesKeys)),
  };
}
