import { networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { isForwarded } from './forwarded-requests.ts';

/**
 * Whether somebody on this machine asks, and not a proxy on it for somebody elsewhere: the connection comes from here,
 * the request names this machine as it is named here, and nobody has passed it on. No list of trusted proxies speaks
 * for anyone in this. A proxy that leaves no sign at all cannot be told from a browser.
 */
export function isLocalRequest(request: FastifyRequest): boolean {
  return (
    isLocalAddress(request.socket.remoteAddress ?? '') &&
    isLocalHost(getRequestHost(request)) &&
    !isForwarded(request)
  );
}

/** Whether an origin can only be opened on this machine: `localhost`, or an address of its own. */
export function isLocalOrigin(origin: string): boolean {
  return isLocalName(new URL(origin).hostname);
}

/** The host a request asks, whatever proxies say of it: HTTP/2 names it in `:authority`, and `Host` counts for nothing beside it (RFC 9113, 8.3.1). */
export function getRequestHost({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return (headers[':authority'] as string | undefined) ?? headers.host;
}

/** Any site's name can be made to lead here, so that a page of it asks us in the name of whoever opens it. */
function isLocalHost(host = ''): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && isLocalName(url.hostname);
}

function isLocalName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return /(^|\.)localhost$/.test(host) || isLocalAddress(host);
}

/** Whether an address, as a socket gives it, is one of this machine's own. */
function isLocalAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  if (/^127\.[\d.]+$/.test(plain) || plain === '::1') return true;
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((own) => own.address === plain),
  );
}
