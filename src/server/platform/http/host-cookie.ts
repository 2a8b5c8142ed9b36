/**
 * Returns the name and path of a cookie that only this host can set. Browsers reject the prefix `__Host-` from other
 * subdomains and from plain HTTP, which could otherwise plant a session (RFC 6265bis, 4.1.3.2). The prefix requires HTTPS
 * and the path `/`; on plain HTTP the cookie has its bare name.
 */
export function hostCookie(name: string, isSecure: boolean, path = '/'): HostCookie {
  return isSecure ? { name: `__Host-${name}`, path: '/' } : { name, path };
}

export interface HostCookie {
  name: string;
  path: string;
}
