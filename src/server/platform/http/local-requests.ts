import { networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { isForwarded } from './forwarded-requests.ts';

/**
 * Returns whether a request comes from this machine and not through a proxy: the connection and the host name are local,
 * and no header shows a proxy. `TRUST_PROXY` has no effect on it. A proxy that adds no header cannot be told from a
 * browser.
 */
export function isLocalRequest(request: FastifyRequest): boolean {
  return (
    isLocalAddress(request.socket.remoteAddress ?? '') &&
    isLocalHost(getRequestHost(request)) &&
    !isForwarded(request)
  );
}

/** Returns whether an origin can be opened on this machine only: `localhost`, or one of its addresses. */
export function isLocalOrigin(origin: string): boolean {
  return isLocalName(new URL(origin).hostname);
}

/**
 * Returns the requested host, without regard to proxies. With HTTP/2 it is `:authority`, which overrides `Host` (RFC
 * 9113, 8.3.1).
 */
export function getRequestHost({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  return (headers[':authority'] as string | undefined) ?? headers.host;
}

/** Checks the name, since any site can point its own name to this machine (DNS rebinding). */
function isLocalHost(host = ''): boolean {
  const url = URL.parse(`http://${host}`);
  return url !== null && isLocalName(url.hostname);
}

function isLocalName(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return /(^|\.)localhost$/.test(host) || isLocalAddress(host);
}

/** Returns whether a socket's address belongs to this machine. */
function isLocalAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  if (/^127\.[\d.]+$/.test(plain) || plain === '::1') return true;
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((own) => own.address === plain),
  );
}
