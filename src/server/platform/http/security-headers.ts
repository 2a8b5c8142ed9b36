import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import { UNSPLASH_IMAGE_ORIGIN } from '#domain/images.ts';
import type { Config } from '#server/platform/config.ts';

/** The sources that a Content-Security-Policy allows, by directive. */
type Sources = Readonly<Record<string, readonly string[]>>;

const SELF = ["'self'"];
const NONE = ["'none'"];

/** Hashes (`sha256-…`) of the inline scripts and styles that a document allows. */
export interface InlineBlockHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/**
 * The Content-Security-Policy of all responses. HTML documents additionally allow the hashes of their inline scripts
 * and styles. After a client-side navigation to another page, the browser still applies the first page's policy, so
 * this policy has to allow everything that any page loads.
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

/**
 * Additional Content-Security-Policy sources in development. Vite inserts styles into pages, and sends updates over a
 * WebSocket.
 */
const DEVELOPMENT_SOURCES: Sources = { styleSrc: ["'unsafe-inline'"], connectSrc: ['ws:'] };

/**
 * Additional Content-Security-Policy sources for reCAPTCHA. They allow only the folders that reCAPTCHA uses, not all of
 * Google (https://developers.google.com/recaptcha/docs/faq).
 */
const RECAPTCHA_SOURCES: Sources = {
  scriptSrc: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connectSrc: ['https://www.google.com/recaptcha/'],
  frameSrc: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};

/**
 * Additional Content-Security-Policy source for Unsplash photos. Browsers load these photos from Unsplash's servers
 * (`domain/images.ts`).
 */
const UNSPLASH_SOURCES: Sources = { imgSrc: [UNSPLASH_IMAGE_ORIGIN] };

/** Value of the `Permissions-Policy` header, which disables browser features that no page uses. */
const PERMISSIONS = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Disables headers that Helmet sends by default but Octavo does not need. Without them, the response headers are a
 * fifth smaller. All supported browsers use `frame-ancestors` instead of `X-Frame-Options`. The other headers disable
 * DNS prefetching, which Octavo allows, and features that supported browsers do not have.
 */
const DISABLED_HEADERS = {
  xFrameOptions: false,
  xXssProtection: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xDnsPrefetchControl: false,
} as const;

const YEAR = 365 * 24 * 60 * 60;

interface Exceptions {
  /** True if Vite serves the pages, as it does in development. */
  isDevelopment?: boolean | undefined;
  /** Content-Security-Policy source for frames in pages. By default, pages may contain no frames except reCAPTCHA's. */
  frames?: string | undefined;
}

/**
 * Adds the security headers to every response from `app`. Also returns the headers, so that the caller can add them to
 * responses that bypass `app`. Unless `APP_ENV` is `dev`, the headers include `Strict-Transport-Security`.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { APP_ENV, RECAPTCHA_SITE_KEY, UNSPLASH_ACCESS_KEY }: Config,
  { isDevelopment, frames }: Exceptions = {},
): Promise<Readonly<Record<string, string>>> {
  const directives = mergePolicies([
    CONTENT_SECURITY_POLICY,
    ...(RECAPTCHA_SITE_KEY ? [RECAPTCHA_SOURCES] : []),
    ...(UNSPLASH_ACCESS_KEY ? [UNSPLASH_SOURCES] : []),
    ...(isDevelopment ? [DEVELOPMENT_SOURCES] : []),
    ...(frames ? [{ frameSrc: [frames] }] : []),
  ]);
  const helmetHeaders = await computeHelmetHeaders({
    contentSecurityPolicy: { useDefaults: false, directives },
    hsts: APP_ENV === 'dev' ? false : { maxAge: YEAR, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    ...DISABLED_HEADERS,
  });
  const headers = { ...helmetHeaders, 'permissions-policy': PERMISSIONS };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  return headers;
}

/** Returns a copy of `policy` that also allows a document's inline scripts and styles, by their hashes. */
export function allowInlineBlocks(policy: string, { scripts, styles }: InlineBlockHashes): string {
  const allow = (policy: string, directive: string, hashes: readonly string[]) =>
    hashes.length
      ? policy.replace(
          `${directive} `,
          `${directive} ${hashes.map((hash) => `'${hash}' `).join('')}`,
        )
      : policy;
  return allow(allow(policy, 'script-src', scripts), 'style-src', styles);
}

/** Merges several Content-Security-Policies into one, which allows everything that at least one of them allows. */
function mergePolicies(policies: readonly Sources[]): Record<string, string[]> {
  const directives: Record<string, string[]> = {};
  for (const policy of policies)
    for (const [name, sources] of Object.entries(policy))
      directives[name] = [...(directives[name] ?? []), ...sources];
  return directives;
}

/**
 * Returns the headers that Helmet sets. They are computed only once, because they do not depend on the request.
 * Computing them for each request took a quarter of the time needed to serve a cached page.
 */
async function computeHelmetHeaders(
  options: FastifyHelmetOptions,
): Promise<Record<string, string>> {
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
