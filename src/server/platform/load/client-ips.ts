import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';

/** Tells the callers of a server apart, by the addresses they come from. */
export interface ClientIpResolver {
  /** Who asks; undefined once they have left. */
  forRequest(request: IncomingMessage): string | undefined;
  /** Who is at the other end of a connection; undefined where a proxy is that speaks for many. */
  forAddress(address: string): string | undefined;
}

/**
 * Callers behind the proxies that are believed whom they speak for: addresses and networks, separated by commas. A
 * caller is an IPv4 address, or the /64 of an IPv6 one, which is what one customer has at least.
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
