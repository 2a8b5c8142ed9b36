import { networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { isForwardedRequest } from './forwarded-requests.ts';

/**
 * Returns true if a request comes directly from this machine, without a proxy. The connection and the host name must be
 * local, and nothing in the request may indicate a proxy. `TRUST_PROXY` does not affect the result. A local proxy that
 * adds no headers cannot be distinguished from a browser.
 */
export function isLocalRequest(request: FastifyRequest): boolean {
  return (
    isLocalAddress(request.socket.remoteAddress ?? '') &&
    isLocalHost(getRequestHost(request)) &&
    !isForwardedRequest(request)
  );
}

/** Returns true if an origin's host is `localhost`, a loopback address or another of this machine's IP addresses. */
export function isLocalOrigin(origin: string): boolean {
  return isLocalName(new URL(origin).hostname);
}

/**
 * Returns the host that a request names, ignoring headers that proxies add. With HTTP/2, the host is the pseudo-header
 * `:authority`, which overrides the header `Host` (RFC 9113, 8.3.1).
 */
export function getRequestHost({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return (headers[':authority'] as string | undefined) ?? headers.host;
}

/**
 * Returns true if a host name refers to this machine. This check prevents DNS rebinding, in which another website makes
 * its own host name resolve to one of this machine's addresses.
 */
function isLocalHost(host = ''): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && isLocalName(url.hostname);
}

function isLocalName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return /(^|\.)localhost$/.test(host) || isLocalAddress(host);
}

/** Returns true if an IP address belongs to this machine. */
function isLocalAddress(address: string): boolean {
  const unmappedAddress = address.replace(/^::ffff:/, '');
  if (/^127\.[\d.]+$/.test(unmappedAddress) || unmappedAddress === '::1') return true;
  return Object.values(networkInterfaces()).some((interfaces) =>
    interfaces?.some((networkInterface) => networkInterface.address === unmappedAddress),
  );
}
