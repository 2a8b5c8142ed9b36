import type { FastifyRequest } from 'fastify';

/**
 * Headers that proxies, load balancers and CDNs add, and browsers and scrapers do not. A name that ends in `-` is a
 * prefix.
 */
const PROXY_HEADERS = [
  // Standards: RFC 7239, 9110 (7.6), 8586, 8470; Edge Side Includes.
  'forwarded',
  'via',
  'max-forwards',
  'cdn-loop',
  'early-data',
  'surrogate-capability',
  // Common in many products.
  'x-forwarded',
  'x-forwarded-',
  'x-forward-',
  'x-real-',
  'x-original-',
  'x-originating-',
  'x-client-ip',
  'x-cluster-',
  'x-remote-',
  'x-proxy-',
  'x-proxyuser-',
  'x-proxied-',
  'x-host',
  'x-scheme',
  'x-url-scheme',
  'x-request-start',
  'front-end-https',
  'proxy-',
  'client-ip',
  'true-client-',
  // Of single products.
  'ali-cdn-',
  'akamai-',
  'x-akamai-',
  'x-amz-cf-',
  'x-amzn-',
  'cloudfront-',
  'x-appengine-',
  'x-cloud-trace-context',
  'x-arr-',
  'x-azure-',
  'x-fd-',
  'cf-',
  'do-connecting-ip',
  'x-envoy-',
  'fastly-',
  'x-fastly-',
  'fly-',
  'incap-',
  'x-nf-',
  'x-nginx-',
  'ngrok-',
  'x-sucuri-',
  'tailscale-',
  'x-varnish',
  'x-vercel-',
  'wl-proxy-',
] as const;

const EXACT_NAMES: ReadonlySet<string> = new Set(
  PROXY_HEADERS.filter((name) => !name.endsWith('-')),
);
const NAME_PREFIXES = PROXY_HEADERS.filter((name) => name.endsWith('-'));

/** Returns whether a request shows signs of a proxy between its sender and this process. */
export function isForwarded({ headers, originalUrl, raw }: FastifyRequest): boolean {
  return (
    Object.keys(headers).some(isProxyHeader) ||
    // Browsers have not used HTTP/1.0 for decades, but some proxies do by default.
    raw.httpVersion === '1.0' ||
    // Only requests to proxies have absolute URLs (RFC 9112, 3.2.2).
    !originalUrl.startsWith('/')
  );
}

/** Returns whether proxies add a header. Names are in lower case, and empty headers count. */
function isProxyHeader(name: string): boolean {
  return EXACT_NAMES.has(name) || NAME_PREFIXES.some((beginning) => name.startsWith(beginning));
}
