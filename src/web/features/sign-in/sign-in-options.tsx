import type { ReactNode } from 'react';
import { rememberSignInReturn } from '#web/reader/sign-in-return.ts';
import { SignInButtons, type SignInButtonsProps } from './sign-in-buttons.tsx';
import styles from './sign-in-options.module.css';

/** The sign-in page's sign-in buttons, with `children` below them. */
export function SignInOptions({
  children,
  ...buttons
}: SignInButtonsProps & { children: ReactNode }) {
  return (
    <div className={styles.options}>
      <SignInButtons {...buttons} onLeave={() => rememberSignInReturn(buttons.redirect)} />
      {children}
    </div>
  );
}
