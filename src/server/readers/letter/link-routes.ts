import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import { allowInlineBlocks } from '#server/platform/http/security-headers.ts';
import { EMAIL_LANDING_PAGE_STYLE_HASH, renderEmailLandingPage } from './email-landing-page.ts';
import { letterCopy } from './letter-copy.ts';
import { CONFIRM_PATH, UNSUBSCRIBE_PATH } from './link-urls.ts';
import {
  endLetterSubscription,
  findLetterSubscriptionByConfirmationToken,
  findLetterSubscriptionByUnsubscribeToken,
} from './repository.ts';
import { confirmLetter } from './service.ts';

interface LetterLinkOptions {
  queries: Queries;
  /**
   * The content security policy of Octavo's public pages. The pages that these routes send also allow their own inline
   * styles.
   */
  policy: string;
  count: CountAction;
  /** True if a mail server is configured. Without a mail server, no letters are sent. */
  isMailed: boolean;
}

const copy = letterCopy.pages;

/** Schema of the query parameters in an email link. A token has 43 characters. */
const querySchema = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/**
 * Maximum size of a request body, in bytes. A one-click unsubscribe request has about 30 bytes, or 200 bytes as a
 * multipart form.
 */
const MAX_BODY_BYTES = 4 * 1024;

/**
 * Registers the pages that open from links in emails. `GET` shows a page with a button and changes nothing. `POST`
 * confirms or ends the subscription to the weekly letter. Mail programs also send `POST`, without cookies, for a
 * one-click unsubscribe (RFC 8058, 3.2). The secret token in the URL is the only authorization, so other sites cannot
 * forge requests.
 */
export function letterLinkRoutes(app: FastifyInstance, options: LetterLinkOptions): void {
  const { queries, count, isMailed } = options;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The request body is ignored, but it must be accepted. Mail programs send it in one of two form encodings.
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
        token &&
        isMailed &&
        (await findLetterSubscriptionByConfirmationToken(queries, token, new Date()));
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
      const subscription =
        token && (await findLetterSubscriptionByUnsubscribeToken(queries, token));
      if (!subscription) return sendPage(reply, 'unknown', 404);
      return sendPage(reply, subscription.state === 'ended' ? 'unsubscribed' : 'unsubscribe');
    });

    scope.post(UNSUBSCRIBE_PATH, routeOptions, async (request, reply) => {
      const unsubscribeToken = parseToken(request);
      if (!unsubscribeToken) return sendPage(reply, 'unknown', 404);
      await endLetterSubscription(queries, { unsubscribeToken }, 'unsubscribed', new Date());
      // Readers see the `unsubscribed` page even if the subscription had already ended or the account was deleted.
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
      styles: [EMAIL_LANDING_PAGE_STYLE_HASH],
    }),
    'cache-control': 'no-store',
    // Browsers must not send the URL of this page to other sites, because it contains the token.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
  return (reply: FastifyReply, page: PageName, status = 200): FastifyReply =>
    reply
      .code(status)
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(renderEmailLandingPage(copy[page]));
}
