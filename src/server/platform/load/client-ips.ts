import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';

/** Tells the clients of a server apart by their IP addresses. */
export interface ClientIpResolver {
  /** Returns the client of a request; `undefined` once it has disconnected. */
  forRequest(request: IncomingMessage): string | undefined;
  /** Returns the client of a connection; `undefined` for a trusted proxy, which forwards for many. */
  forAddress(address: string): string | undefined;
}

/**
 * Creates a resolver that trusts the `X-Forwarded-For` of some proxies: addresses and networks, separated by commas. A client
 * is an IPv4 address, or the /64 network of an IPv6 one, the smallest that a customer has.
 */
export function clientIpResolver(trustProxy: string | undefined): ClientIpResolver {
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
