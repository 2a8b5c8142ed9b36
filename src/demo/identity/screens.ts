import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import { identityOf, subjectOfEmail } from './accounts.ts';
import { accountsPage, overPage } from './pages.ts';

/** Bytes of a form. */
const LARGEST_FORM = 4 * 1024;

type Screen = { Params: { uid: string } };

/** The page on which people say who they are, and what becomes of their answer. */
export function interactionScreens(app: FastifyInstance, provider: Provider): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  );

  app.get<Screen>('/interaction/:uid', { schema: { hide: true } }, async (request, reply) =>
    (await isUnderWay(provider, request, reply))
      ? sendPage(reply, 200, accountsPage())
      : sendPage(reply, 400, overPage()),
  );

  app.post<Screen>('/interaction/:uid', { schema: { hide: true } }, async (request, reply) => {
    if (!(await isUnderWay(provider, request, reply))) return sendPage(reply, 400, overPage());
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const result = resultOf(form);
    if (!result) return sendPage(reply, 422, accountsPage({ typed: form.get('email') ?? '' }));
    const next = await provider.interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: false,
    });
    return reply.header('cache-control', 'no-store').redirect(next, 303);
  });
}

/** What somebody chose; `undefined` when it names nobody. */
function resultOf(form: URLSearchParams): InteractionResults | undefined {
  if (form.has('cancel'))
    return { error: 'access_denied', error_description: 'The user canceled the sign-in.' };
  const chosen = form.get('subject');
  const subject = chosen ?? subjectOfEmail(form.get('email') ?? '');
  if (!subject || !identityOf(subject)) return undefined;
  return { login: { accountId: subject, remember: false } };
}

/** Whether the browser that asks is the one that is signing in here, and still is. */
async function isUnderWay(
  provider: Provider,
  request: FastifyRequest<Screen>,
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

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
