/**
 * Returns the name and the path of a cookie that only this host can set. Browsers accept the prefix `__Host-` only from
 * the host itself, over HTTPS and with the path `/` (RFC 6265bis, 4.1.3.2), so neither other subdomains nor attackers
 * on plain HTTP can set the cookie. If `isSecure` is false, the cookie has no prefix.
 */
export function toHostCookie(name: string, isSecure: boolean, path = '/'): HostCookie {
  return isSecure ? { name: `__Host-${name}`, path: '/' } : { name, path };
}

export interface HostCookie {
  name: string;
  path: string;
}
