/** The address of the sign-in page, which leads to `redirect` afterwards: a path with its query. */
export function signInPageAddress(redirect: string): string {
  // Home is where signing in leads anyway, and from itself the page leads nowhere.
  if (redirect === '/' || isSignInPath(redirect)) return '/auth';
  return `/auth?${new URLSearchParams({ redirect })}`;
}

/**
 * The page of ours that a `redirect` parameter names; home where it would lead to another site in any
 * disguise (`//host`, `/\host`, `javascript:`, control characters). For links this page offers itself: where
 * a sign-in leads, the server decides.
 */
export function ownPath(redirect: string | null): string {
  const isPath = redirect !== null && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(redirect);
  return isPath && !isSignInPath(redirect) ? redirect : '/';
}

const isSignInPath = (path: string) => /^\/auth(?:[/?#]|$)/i.test(path);
