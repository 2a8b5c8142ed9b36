/**
 * Returns the name and path of a cookie that only this host can set. Browsers accept the prefix `__Host-` only from the
 * host itself and over HTTPS, so no other subdomain and no attacker on plain HTTP can set a session cookie (RFC
 * 6265bis, 4.1.3.2). The prefix requires HTTPS and the path `/`. If `isSecure` is false, the cookie has no prefix.
 */
export function toHostCookie(name: string, isSecure: boolean, path = '/'): HostCookie {
  return isSecure ? { name: `__Host-${name}`, path: '/' } : { name, path };
}

export interface HostCookie {
  name: string;
  path: string;
}
