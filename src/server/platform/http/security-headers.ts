import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import { UNSPLASH_IMAGES } from '#domain/images.ts';
import type { Config } from '#server/platform/config.ts';

/** Where a page may have things from, by directive. */
type Sources = Readonly<Record<string, readonly string[]>>;

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
const CONTENT_SECURITY_POLICY: Sources = {
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
const FOR_DEVELOPMENT: Sources = { styleSrc: ["'unsafe-inline'"], connectSrc: ['ws:'] };

/**
 * What reCAPTCHA loads, and shows in frames, where it is configured: its own folders, not all of Google
 * (https://developers.google.com/recaptcha/docs/faq).
 */
const FOR_RECAPTCHA: Sources = {
  scriptSrc: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connectSrc: ['https://www.google.com/recaptcha/'],
  frameSrc: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};

/** Pictures of Unsplash are shown from its own addresses (`domain/images.ts`). */
const FOR_UNSPLASH: Sources = { imgSrc: [UNSPLASH_IMAGES] };

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

interface Exceptions {
  /** Vite serves the pages. */
  isDevelopment?: boolean | undefined;
  /** Where a page may show frames of, as a policy names it; absent: it has none. */
  frames?: string | undefined;
}

/**
 * Gives every answer its security headers. Returns them, for answers that are sent before the application
 * sees the request. Outside dev, browsers are told to come by https only.
 */
export async function securityHeaders(
  app: FastifyInstance,
  { APP_ENV, RECAPTCHA_SITE_KEY, UNSPLASH_ACCESS_KEY }: Config,
  { isDevelopment, frames }: Exceptions = {},
): Promise<Readonly<Record<string, string>>> {
  const directives = allOf([
    CONTENT_SECURITY_POLICY,
    ...(RECAPTCHA_SITE_KEY ? [FOR_RECAPTCHA] : []),
    ...(UNSPLASH_ACCESS_KEY ? [FOR_UNSPLASH] : []),
    ...(isDevelopment ? [FOR_DEVELOPMENT] : []),
    ...(frames ? [{ frameSrc: [frames] }] : []),
  ]);
  const helmetHeaders = await headersOfHelmet({
    contentSecurityPolicy: { useDefaults: false, directives },
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

/** Some policies as one that allows what each of them does. */
function allOf(policies: readonly Sources[]): Record<string, string[]> {
  const directives: Record<string, string[]> = {};
  for (const policy of policies)
    for (const [name, sources] of Object.entries(policy))
      directives[name] = [...(directives[name] ?? []), ...sources];
  return directives;
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
