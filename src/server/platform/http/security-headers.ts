import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import { UNSPLASH_IMAGES } from '#domain/images.ts';
import type { Config } from '#server/platform/config.ts';

/** The sources of a content security policy, by directive. */
type Sources = Readonly<Record<string, readonly string[]>>;

const SELF = ["'self'"];
const NONE = ["'none'"];

/** Hashes (`sha256-…`) of the inline scripts and styles that a document allows. */
export interface Inline {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * The policy of all responses. A document's policy only adds the hashes of its inline code: a client-side navigation
 * keeps the policy of the first page, and loads everything else from {@link SELF}.
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

/** Vite inserts styles into pages and sends edits over a socket. */
const FOR_DEVELOPMENT: Sources = { styleSrc: ["'unsafe-inline'"], connectSrc: ['ws:'] };

/**
 * What reCAPTCHA loads and shows in frames, if configured: its own folders, not all of Google
 * (https://developers.google.com/recaptcha/docs/faq).
 */
const FOR_RECAPTCHA: Sources = {
  scriptSrc: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connectSrc: ['https://www.google.com/recaptcha/'],
  frameSrc: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};

/** Photos of Unsplash are loaded from its own servers (`domain/images.ts`). */
const FOR_UNSPLASH: Sources = { imgSrc: [UNSPLASH_IMAGES] };

/** Browser features that no page uses. */
const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Helmet's headers for old browsers. Supported browsers use `frame-ancestors` instead of the first, and lack the features
 * that the others disable. They are a fifth of the bytes of the headers.
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
  /** Whether Vite serves the pages. */
  isDevelopment?: boolean | undefined;
  /** The source of frames that pages may show. Absent: none. */
  frames?: string | undefined;
}

/**
 * Adds the security headers to every response. Returns them, for responses that are sent before the application handles
 * the request. Outside dev they include `Strict-Transport-Security`.
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

/** Returns a policy that also allows a document's `inline` scripts and styles. */
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

/** Merges policies into one that allows what each of them allows. */
function allOf(policies: readonly Sources[]): Record<string, string[]> {
  const directives: Record<string, string[]> = {};
  for (const policy of policies)
    for (const [name, sources] of Object.entries(policy))
      directives[name] = [...(directives[name] ?? []), ...sources];
  return directives;
}

/**
 * Returns the headers that helmet sets, computed once: they do not depend on the request, and computing them for each
 * took a quarter of the time of a cached page.
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
