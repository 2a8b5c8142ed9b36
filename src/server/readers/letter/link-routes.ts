import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import { allowInlineBlocks } from '#server/platform/http/security-headers.ts';
import { letterCopy } from './letter-copy.ts';
import { LINK_PAGE_STYLE_HASH, renderLinkPage } from './link-page.ts';
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from './link-urls.ts';
import { endSubscription, findByConfirmationToken, findByUnsubscribeToken } from './repository.ts';
import { confirmLetter } from './service.ts';

interface LetterLinkOptions {
  queries: Queries;
  /** The content security policy of the pages for readers. */
  policy: string;
  count: CountAction;
  /** True if a mail server is configured, so that letters are sent. */
  isMailed: boolean;
}

const copy = letterCopy.pages;

/** Schema of the query of a link. Tokens have 43 characters. */
const querySchema = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/** Maximum size of a request's body in bytes. A one-click request has about 30 bytes, or 200 as a multipart form. */
const MAX_BODY_BYTES = 4 * 1024;

/**
 * Registers the pages to which the links in mails lead. `GET` shows a page with a button, and changes nothing. `POST`
 * confirms or ends the letter; it is also what mail programs send for a one-click request (RFC 8058, 3.2), without
 * cookies. The token in the URL is the only permission that is needed, so requests from other sites are harmless.
 */
export function letterLinkRoutes(app: FastifyInstance, options: LetterLinkOptions): void {
  const { queries, count, isMailed } = options;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The content of the body has no meaning here. Mail programs send one of two types of forms.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_, __, done) => done(null),
    );
    scope.addHook('onRequest', (request) => count('uncachedResponse', request));
    const routeOptions = { schema: { hide: true } };
    const sendPage = createPageSender(options);

    scope.get(CONFIRM_PATH, routeOptions, async (request, reply) => {
      const token = parseToken(request);
      const subscription =
        token && isMailed && (await findByConfirmationToken(queries, token, new Date()));
      if (!subscription) return sendPage(reply, 'expired', 404);
      return sendPage(reply, subscription.state === 'confirmed' ? 'confirmed' : 'confirm');
    });

    scope.post(CONFIRM_PATH, routeOptions, async (request, reply) => {
      const token = parseToken(request);
      const isConfirmed = token !== undefined && isMailed && (await confirmLetter(queries, token));
      return isConfirmed ? sendPage(reply, 'confirmed') : sendPage(reply, 'expired', 404);
    });

    scope.get(UNSUBSCRIBE_PATH, routeOptions, async (request, reply) => {
      const token = parseToken(request);
      const subscription = token && (await findByUnsubscribeToken(queries, token));
      if (!subscription) return sendPage(reply, 'unknown', 404);
      return sendPage(reply, subscription.state === 'ended' ? 'unsubscribed' : 'unsubscribe');
    });

    scope.post(UNSUBSCRIBE_PATH, routeOptions, async (request, reply) => {
      const unsubscribeToken = parseToken(request);
      if (!unsubscribeToken) return sendPage(reply, 'unknown', 404);
      await endSubscription(queries, { unsubscribeToken }, 'unsubscribed', new Date());
      // The response is the same for a letter that has ended before, and for a token of a deleted account.
      return sendPage(reply, 'unsubscribed');
    });
  });
}

function parseToken({ query }: FastifyRequest): string | undefined {
  return querySchema.safeParse(query).data?.token;
}

type PageName = 'confirm' | 'confirmed' | 'expired' | 'unsubscribe' | 'unsubscribed' | 'unknown';

function createPageSender({ policy }: LetterLinkOptions) {
  const headers = {
    'content-security-policy': allowInlineBlocks(policy, {
      scripts: [],
      styles: [LINK_PAGE_STYLE_HASH],
    }),
    'cache-control': 'no-store',
    // The URL of the page contains the token.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
  return (reply: FastifyReply, page: PageName, status = 200): FastifyReply =>
    reply
      .code(status)
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(renderLinkPage(copy[page]));
}
