import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import { UNSPLASH_IMAGES } from '#domain/images.ts';
import type { Config } from '#server/platform/config.ts';

/** The sources of a Content-Security-Policy, by directive. */
type Sources = Readonly<Record<string, readonly string[]>>;

const SELF = ["'self'"];
const NONE = ["'none'"];

/** Hashes (`sha256-…`) of the inline scripts and styles that a document allows. */
export interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * The policy of all responses. The policy of a document additionally contains the hashes of its inline scripts and
 * styles. After a client-side navigation, the browser keeps the policy of the first page, which therefore has to allow
 * everything that other pages load.
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

/** Additional sources in development: Vite inserts styles into pages and sends updates over a WebSocket. */
const FOR_DEVELOPMENT: Sources = { styleSrc: ["'unsafe-inline'"], connectSrc: ['ws:'] };

/**
 * Additional sources for reCAPTCHA, if it is configured: the folders that it loads from and shows in frames, not all of
 * Google (https://developers.google.com/recaptcha/docs/faq).
 */
const FOR_RECAPTCHA: Sources = {
  scriptSrc: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connectSrc: ['https://www.google.com/recaptcha/'],
  frameSrc: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};

/** Additional sources for Unsplash, whose photos browsers load from its own servers (`domain/images.ts`). */
const FOR_UNSPLASH: Sources = { imgSrc: [UNSPLASH_IMAGES] };

/** Value of the `Permissions-Policy` header: disables browser features that no page uses. */
const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Helmet's headers for old browsers, which are switched off. Supported browsers use `frame-ancestors` instead of
 * `X-Frame-Options`, and no longer have the features that the other headers disable. Without them, the headers are a
 * fifth smaller.
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
  /** True if Vite serves the pages. */
  isDevelopment?: boolean | undefined;
  /** Source of the frames that pages may show. Default: none. */
  frames?: string | undefined;
}

/**
 * Adds the security headers to every response, and returns them for responses that are sent before the application
 * handles the request. Outside development, they include `Strict-Transport-Security`.
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

/** Returns a policy that additionally allows the `inline` scripts and styles of a document. */
export function allowInlineBlocks(policy: string, { scripts, styles }: Inline): string {
  const allow = (policy: string, directive: string, hashes: readonly string[]) =>
    hashes.length
      ? policy.replace(
          `${directive} `,
          `${directive} ${hashes.map((hash) => `'${hash}' `).join('')}`,
        )
      : policy;
  return allow(allow(policy, 'script-src', scripts), 'style-src', styles);
}

/** Merges policies into one policy that allows everything that any of them allows. */
function allOf(policies: readonly Sources[]): Record<string, string[]> {
  const directives: Record<string, string[]> = {};
  for (const policy of policies)
    for (const [name, sources] of Object.entries(policy))
      directives[name] = [...(directives[name] ?? []), ...sources];
  return directives;
}

/**
 * Returns the headers that helmet sets. They are computed only once, because they do not depend on the request, and
 * computing them took a quarter of the time for a cached page.
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
