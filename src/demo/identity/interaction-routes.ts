import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import { sendDemoPage } from '../shared/demo-page.ts';
import { findIdentityBySubject, getSubjectForEmailAddress } from './accounts.ts';
import { renderAccountsPage, renderExpiredPage } from './pages.ts';

const MAX_FORM_BYTES = 4 * 1024;

type InteractionRoute = { Params: { uid: string } };

/** Registers the page on which users choose an account, and handles its forms. */
export function interactionRoutes(app: FastifyInstance, provider: Provider): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  );

  app.get<InteractionRoute>(
    '/interaction/:uid',
    { schema: { hide: true } },
    async (request, reply) =>
      (await isInteractionActive(provider, request, reply))
        ? sendDemoPage(reply, 200, renderAccountsPage())
        : sendDemoPage(reply, 400, renderExpiredPage()),
  );

  app.post<InteractionRoute>(
    '/interaction/:uid',
    { schema: { hide: true } },
    async (request, reply) => {
      if (!(await isInteractionActive(provider, request, reply)))
        return sendDemoPage(reply, 400, renderExpiredPage());
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const result = toInteractionResult(form);
      if (!result)
        return sendDemoPage(reply, 422, renderAccountsPage({ input: form.get('email') ?? '' }));
      const redirectUrl = await provider.interactionResult(request.raw, reply.raw, result, {
        mergeWithLastSubmission: false,
      });
      return reply.header('cache-control', 'no-store').redirect(redirectUrl, 303);
    },
  );
}

/**
 * Converts a submitted sign-in form to the result of the sign-in. Returns `undefined` if the form does not contain a
 * valid account.
 */
function toInteractionResult(form: URLSearchParams): InteractionResults | undefined {
  if (form.has('cancel'))
    return { error: 'access_denied', error_description: 'The user canceled the sign-in.' };
  const chosenSubject = form.get('subject');
  const subject = chosenSubject ?? getSubjectForEmailAddress(form.get('email') ?? '');
  if (!subject || !findIdentityBySubject(subject)) return undefined;
  return { login: { accountId: subject, remember: false } };
}

/** Returns true if the request comes from the browser that started this sign-in, and the sign-in has not expired. */
async function isInteractionActive(
  provider: Provider,
  request: FastifyRequest<InteractionRoute>,
  reply: FastifyReply,
): Promise<boolean> {
  try {
    const { uid } = await provider.interactionDetails(request.raw, reply.raw);
    return uid === request.params.uid;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return false;
    throw error;
  }
}
