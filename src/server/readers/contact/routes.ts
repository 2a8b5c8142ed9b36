import type { FastifyError, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import { contactMessageSchema } from '#domain/contact-message-schema.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import {
  createDataResponseSchema,
  emptyResponseSchemas,
  errorResponseSchema,
} from '#server/platform/http/schemas.ts';
import type { Sessions } from '#server/readers/sessions/sessions.ts';
import type { Captcha } from './captcha/captcha.ts';
import { insertMessageAndEnqueueMail } from './repository.ts';

interface ContactOptions {
  queries: Queries;
  sessions: Sessions;
  captcha: Captcha;
  count: CountAction;
  /** True if a mail server is configured. Messages are then emailed to the staff. */
  isMailed: boolean;
}

const challengeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('proof-of-work'),
    challenge: z.string(),
    salt: z.string(),
    signature: z.string(),
    largest: z.int(),
    lifetime: z.int(),
  }),
  z.object({ kind: z.literal('recaptcha'), siteKey: z.string() }),
]);

/**
 * Registers `POST /contact` (spec 5, 7 and 8) and `GET /contact/challenge`, which returns the captcha challenge.
 * Neither route requires a session.
 */
export function contactRoutes(app: FastifyInstance, options: ContactOptions): void {
  const { queries, sessions, captcha, count, isMailed } = options;
  const typed = app.withTypeProvider<ZodTypeProvider>();

  typed.get(
    '/contact/challenge',
    {
      schema: {
        summary: 'Get a captcha challenge for the contact form; each solution is accepted once',
        tags: ['Contact'],
        response: { 200: createDataResponseSchema(challengeSchema), '4xx': errorResponseSchema },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { data: await captcha.createChallenge() };
    },
  );

  typed.post(
    '/contact',
    {
      schema: {
        summary: 'Send a contact message',
        tags: ['Contact'],
        body: contactMessageSchema,
        response: emptyResponseSchemas,
      },
      // Makes Fastify pass validation errors to the handler, which reports only one of them.
      attachValidation: true,
    },
    async (request, reply) => {
      if (request.validationError) throw toInvalidError(request.validationError);
      const { recaptchaToken, ...message } = request.body;
      const reader = await sessions.findForApi(request, reply);
      const countMessage = async () => {
        await count('contact', request);
        if (reader) await count('contactOfReader', request, reader.user.id);
      };
      if (captcha.usesExternalService) await countMessage();
      await captcha.verify(recaptchaToken, request);
      // With the proof of work, a message counts toward the rate limit only after its solution has been verified.
      // Otherwise, clients without a solution could use up the limit for other clients with the same IP address.
      if (!captcha.usesExternalService) await countMessage();
      await insertMessageAndEnqueueMail(queries, { message, userId: reader?.user.id, isMailed });
      return reply.code(204).send();
    },
  );
}

/**
 * Converts a validation error to an `InvalidRequestError` with a single sentence. Missing fields take precedence over
 * other errors (spec 5).
 */
function toInvalidError(error: FastifyError | Error): Error {
  if (!('validation' in error) || !error.validation) return error;
  const sentences = error.validation.map(({ message }) => message ?? '');
  const isIncomplete = sentences.includes(CONTACT_FORM_FEEDBACK.incomplete);
  return new InvalidRequestError(isIncomplete ? CONTACT_FORM_FEEDBACK.incomplete : sentences[0]!);
}
