import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const SELF = ["'self'"];
const NONE = ["'none'"];

/** One policy for all pages: a move within the browser keeps the first page's. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: NONE,
  scriptSrc: SELF,
  styleSrc: SELF,
  imgSrc: [...SELF, 'data:'],
  fontSrc: SELF,
  connectSrc: SELF,
  manifestSrc: SELF,
  formAction: SELF,
  baseUri: NONE,
  frameAncestors: NONE,
};

/** What no page of ours asks a device for. */
const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ');

const YEAR = 365 * 24 * 60 * 60;

/** The security headers of every answer. Outside dev, browsers are told to come by https only. */
export async function securityHeaders(
  app: FastifyInstance,
  { APP_ENV }: Config,
  isDevelopment = false,
): Promise<void> {
  const directives = isDevelopment
    ? { ...CONTENT_SECURITY_POLICY, styleSrc: [...SELF, "'unsafe-inline'"] }
    : CONTENT_SECURITY_POLICY;
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    hsts: APP_ENV === 'dev' ? false : { maxAge: YEAR, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
  });
}
