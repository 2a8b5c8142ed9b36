import type { FastifyRequest } from 'fastify';

/**
 * Names of headers that proxies, load balancers and CDNs add to requests. Browsers and Prometheus
 * do not send these headers. A name that ends with `-` is a prefix.
 */
const PROXY_HEADERS = [
  // Headers defined in RFC 7239, RFC 9110 (7.6), RFC 8586, RFC 8470 and Edge Side Includes.
  'forwarded',
  'via',
  'max-forwards',
  'cdn-loop',
  'early-data',
  'surrogate-capability',
  // Nonstandard headers that proxies from several vendors add.
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
  // Headers that individual proxy products and cloud providers add.
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

/** Returns true if a request shows signs that a proxy has forwarded it to this process. */
export function isForwardedRequest({ headers, originalUrl, raw }: FastifyRequest): boolean {
  return (
    Object.keys(headers).some(isProxyHeader) ||
    // HTTP/1.0 is a sign of a proxy. Browsers have not used it for decades, but some proxies use it by default.
    raw.httpVersion === '1.0' ||
    // A complete URL as the request target occurs only in requests to a proxy (RFC 9112, 3.2.2).
    !originalUrl.startsWith('/')
  );
}

/** Returns true if this lowercase name is a header that proxies add. */
function isProxyHeader(name: string): boolean {
  return EXACT_NAMES.has(name) || NAME_PREFIXES.some((prefix) => name.startsWith(prefix));
}
