/**
 * The name and path of a cookie that nobody but this host can have set. With the prefix, browsers refuse it from
 * neighbouring subdomains and from plain http, which could otherwise plant a session or a sign-in of their own
 * (RFC 6265bis, 4.1.3.2). The prefix asks for https and the path `/`; on plain http the cookie has its bare name.
 */
export function hostCookie(name: string, isSecure: boolean, path = '/'): HostCookie {
  return isSecure ? { name: `__Host-${name}`, path: '/' } : { name, path };
}

export interface HostCookie {
  name: string;
  path: string;
}
