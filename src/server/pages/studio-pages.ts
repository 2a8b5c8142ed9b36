import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Sessions } from '#server/readers/sessions/sessions.ts';
import {
  type ConfiguredAdministratorEmails,
  toStudioMember,
} from '#server/studio/members/to-studio-member.ts';
import type { StudioDocuments } from './studio-documents.ts';

interface StudioPagesOptions {
  sessions: Sessions;
  administrators: ConfiguredAdministratorEmails;
  build: StudioDocuments;
  /** The content security policy of the public pages. */
  policy: string;
  /** The additional image sources that the studio may load, in the syntax of a content security policy. */
  images?: readonly string[];
}

/**
 * Registers the two HTML documents of the studio. All screens of the studio use the first document. The second one is
 * shown in a frame as the preview of an article. The documents contain no data, because their scripts load it from the
 * API. Readers who are not editors get the not-found page.
 */
export function studioPageRoutes(
  app: FastifyInstance,
  { sessions, administrators, build, policy, images = [] }: StudioPagesOptions,
): void {
  app.register(async (pages) => {
    pages.addHook('onRequest', async (request, reply) => {
      const session = await sessions.findForPage(request, reply);
      if (!session) {
        const redirect = new URLSearchParams({ redirect: request.url });
        return reply.header('cache-control', PRIVATE).redirect(`/auth?${redirect}`, 302);
      }
      if (!toStudioMember(session.user, administrators))
        return app.sendNotFoundPage(request, reply);
    });
    const schema = { hide: true };
    pages.get('/studio/preview', { schema }, (_request, reply) =>
      sendDocument(reply, build.preview(), allowBeingFramed(policy)),
    );
    const shell = {
      schema,
      handler: (_request: unknown, reply: FastifyReply) =>
        sendDocument(reply, build.shell(), allowFraming(policy, images)),
    };
    pages.get('/studio', shell);
    pages.get('/studio/*', shell);
  });
}

const PRIVATE = 'private, no-cache';

function sendDocument(reply: FastifyReply, html: string, policy: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', PRIVATE)
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(html);
}

/**
 * Adds sources to the content security policy, so that the studio can show the article preview in a frame, and images
 * before they are uploaded.
 */
function allowFraming(policy: string, images: readonly string[]): string {
  const withFrames = /(^|;)frame-src /.test(policy)
    ? policy.replace(/(^|;)frame-src /, "$1frame-src 'self' ")
    : `${policy};frame-src 'self'`;
  return withFrames.replace('img-src ', `img-src ${['blob:', ...images].join(' ')} `);
}

function allowBeingFramed(policy: string): string {
  return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
}
