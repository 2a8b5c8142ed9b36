import type { ReactNode } from 'react';
import { expectArrival } from '#web/reader/arrivals.ts';
import { SignInButtons, type SignInButtonsProps } from './sign-in-buttons.tsx';
import styles from './ways-in.module.css';

/** The buttons of the sign-in page, and what stands below them. */
export function WaysIn({ children, ...buttons }: SignInButtonsProps & { children: ReactNode }) {
  return (
    <div className={styles.ways}>
      <SignInButtons {...buttons} onLeave={() => expectArrival(buttons.redirect)} />
      {children}
    </div>
  );
}
