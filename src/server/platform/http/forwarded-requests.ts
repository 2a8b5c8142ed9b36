import type { FastifyRequest } from 'fastify';

/**
 * Headers that proxies, load balancers and CDNs add, and no browser or scraper does: a name, or how names begin
 * where it ends in `-`.
 */
const PROXY_HEADERS = [
  // Standards: RFC 7239, 9110 (7.6), 8586, 8470; Edge Side Includes.
  'forwarded',
  'via',
  'max-forwards',
  'cdn-loop',
  'early-data',
  'surrogate-capability',
  // Customs of many.
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
  // Products.
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

/** Whether a request shows that somebody between its sender and this process has passed it on. */
export function isForwarded({ headers, originalUrl, raw }: FastifyRequest): boolean {
  return (
    Object.keys(headers).some(isProxyHeader) ||
    // No browser has spoken HTTP/1.0 for decades; proxies that nobody told otherwise do.
    raw.httpVersion === '1.0' ||
    // Whole addresses are what proxies are asked for (RFC 9112, 3.2.2).
    !originalUrl.startsWith('/')
  );
}

/** An empty header is there too; a name is lower case, as Node gives it. */
function isProxyHeader(name: string): boolean {
  return EXACT_NAMES.has(name) || NAME_PREFIXES.some((beginning) => name.startsWith(beginning));
}
