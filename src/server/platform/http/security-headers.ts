import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config.ts';

const SELF = ["'self'"];
const NONE = ["'none'"];

/** What stands in a document itself and is allowed there, by its hash (`sha256-…`). */
export interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * One policy for all answers. A document's own differs in the hashes of what stands in it alone: a move within the
 * browser keeps the first page's, and fetches whatever else it needs from {@link SELF}.
 */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: NONE,
  scriptSrc: SELF,
  styleSrc: SELF,
  imgSrc: [...SELF, 'data:'],
  fontSrc: SELF,
  mediaSrc: SELF,
  connectSrc: SELF,
  manifestSrc: SELF,
  formAction: SELF,
  baseUri: NONE,
  frameAncestors: NONE,
};

/** Vite puts styles into pages and tells them of edits over a socket. */
const FOR_DEVELOPMENT = { styleSrc: [...SELF, "'unsafe-inline'"], connectSrc: [...SELF, 'ws:'] };

/** What no page of ours asks a device for. */
const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * What helmet would set besides, for browsers of long ago: those we support take `frame-ancestors` for the first, and
 * have none of what the others switch off. They are a fifth of the bytes of an answer's head.
 */
const WITHOUT = {
  xFrameOptions: false,
  xXssProtection: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xDnsPrefetchControl: false,
} as const;

const YEAR = 365 * 24 * 60 * 60;

/**
 * Gives every answer its security headers. Returns them, for answers that are sent before the application
 * sees the request. Outside dev, browsers are told to come by https only.
 */
export async function securityHeaders(
  app: FastifyInstance,
  { APP_ENV }: Config,
  isDevelopment = false,
): Promise<Readonly<Record<string, string>>> {
  const helmetHeaders = await headersOfHelmet({
    contentSecurityPolicy: { useDefaults: false, directives: directivesOf(isDevelopment) },
    hsts: APP_ENV === 'dev' ? false : { maxAge: YEAR, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    ...WITHOUT,
  });
  const headers = { ...helmetHeaders, 'permissions-policy': PERMISSIONS };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  return headers;
}

/** A policy in which a document's own `inline` scripts and styles are allowed, and no other ones. */
export function policyWith(policy: string, { scripts, styles }: Inline): string {
  const allow = (policy: string, directive: string, hashes: readonly string[]) =>
    hashes.length
      ? policy.replace(
          `${directive} `,
          `${directive} ${hashes.map((hash) => `'${hash}' `).join('')}`,
        )
      : policy;
  return allow(allow(policy, 'script-src', scripts), 'style-src', styles);
}

function directivesOf(isDevelopment: boolean) {
  return isDevelopment
    ? { ...CONTENT_SECURITY_POLICY, ...FOR_DEVELOPMENT }
    : CONTENT_SECURITY_POLICY;
}

/**
 * What helmet sets, asked once: none of it depends on the request, and the plugin works it all out anew for
 * each (a quarter of the time a cached page took).
 */
async function headersOfHelmet(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const probe = fastify();
  await probe.register(helmet, options);
  let headers = {};
  probe.get('/', (_request, reply) => {
    headers = { ...reply.raw.getHeaders() };
    return reply.send();
  });
  await probe.inject('/');
  await probe.close();
  return headers;
}
