import type { ReactNode } from 'react';
import type { SignInErrorCode } from '#domain/sign-in.ts';
import { Link } from '#ui/link.tsx';
import { signInCopy } from '#web/copy/sign-in.ts';

const { errors } = signInCopy;

/** The messages on the sign-in page after a failed attempt, by error code. Each suggests a next step. */
export const SIGN_IN_ERROR_MESSAGES: Readonly<Record<SignInErrorCode, ReactNode>> = {
  expired: errors.expired,
  denied: errors.denied,
  failed: withContactLink(errors.failed),
  unverified: errors.unverified,
  taken: withContactLink(errors.taken),
  busy: errors.busy,
};

function withContactLink({ before, link, after }: Record<'before' | 'link' | 'after', string>) {
  return (
    <>
      {before}{' '}
      <Link className="link" to="/contact">
        {link}
      </Link>
      {after}
    </>
  );
}
