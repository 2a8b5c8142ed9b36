import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type CachedPage, type Encodings, encodingOf, type PageCache } from './page-cache.ts';
import { addressOf, headersOf, type Part, partOf } from './page-headers.ts';

/**
 * Answers requests for public pages that are in the cache before `app` sees them: most requests are such,
 * and what an application does with every request costs as much again as sending the bytes. Whatever takes
 * more than that (a page to render, a revalidation) goes on to `app`, as everything does while it closes.
 *
 * `fixed` are the headers each of its answers has.
 */
export function answerReadyPages(
  app: FastifyInstance,
  cache: PageCache,
  fixed: Readonly<Record<string, string>>,
): void {
  const headOf = rememberHeads(fixed);
  const answers = ({ method, url = '', headers }: IncomingMessage, response: ServerResponse) => {
    if (method !== 'GET' || headers['if-none-match'] !== undefined) return false;
    const part = partOf(url);
    const page = cache.get(addressOf(url, part));
    if (page?.status !== 200 || page.audience !== 'public') return false;
    const encoding = encodingOf(headers['accept-encoding']);
    response.writeHead(200, headOf(page, part, encoding)).end(page[part][encoding]);
    return true;
  };

  // `app.inject` comes in past the server, and so gets the application's own answer.
  const { server } = app;
  const [answer] = server.listeners('request') as [(...of: unknown[]) => void];
  const answerFirst = (request: IncomingMessage, response: ServerResponse) => {
    if (!answers(request, response)) answer.call(server, request, response);
  };
  server.off('request', answer).on('request', answerFirst);
  app.addHook('preClose', async () => {
    server.off('request', answerFirst).on('request', answer);
  });
}

/** Headers as `node:http` writes them fastest, names and values in turn, made once a body. */
function rememberHeads(fixed: Readonly<Record<string, string>>) {
  const known = new WeakMap<Buffer, string[]>();
  return (page: CachedPage, part: Part, encoding: keyof Encodings): string[] => {
    const body = page[part][encoding];
    const head = known.get(body) ?? [
      ...Object.entries({ ...fixed, ...headersOf(page, part, encoding) }).flat(),
      'content-length',
      String(body.length),
    ];
    known.set(body, head);
    return head;
  };
}
