import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';

/** Identifies a server's clients by their IP addresses. */
export interface ClientIpResolver {
  /**
   * Returns the IP address or network of the client that sent a request. Returns `undefined` once the client has
   * disconnected.
   */
  forRequest(request: IncomingMessage): string | undefined;
  /**
   * Returns the IP address or network of the client at the other end of a connection. Returns `undefined` for a trusted
   * proxy, because a proxy forwards requests from many clients.
   */
  forAddress(address: string): string | undefined;
}

/**
 * Creates a resolver that trusts the `X-Forwarded-For` header from the proxies in `trustProxy`, a comma-separated list
 * of IP addresses and networks. A client is identified by its IPv4 address, or by the /64 network of its IPv6 address,
 * which is the smallest network that providers assign to a customer.
 */
export function createClientIpResolver(trustProxy: string | undefined): ClientIpResolver {
  const trust: (address: string, hop: number) => boolean = trustProxy
    ? proxyAddr.compile(trustProxy.split(',').map((each) => each.trim()))
    : () => false;
  return {
    forRequest(request) {
      if (!request.socket.remoteAddress) return undefined;
      return normalizeIP(proxyAddr(request, trust), 64);
    },
    forAddress: (address) => (trust(address, 0) ? undefined : normalizeIP(address, 64)),
  };
}
