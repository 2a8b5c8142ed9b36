import { Link } from '#web/ui/link.tsx';
import styles from './sign-in.module.css';

/** Who may join, and what continuing agrees to (the terms, "Who may use it"; the privacy policy, "When you sign in"). */
export function SmallPrint() {
  return (
    <p className={styles.small}>
      By continuing you agree to the{' '}
      <Link className="link" to="/terms">
        terms
      </Link>
      , and confirm that you are at least 13, or 16 where the law of your European region asks for
      it. We are given your name and e-mail address, never your password. The{' '}
      <Link className="link" to="/privacy">
        privacy policy
      </Link>{' '}
      says what we do with them.
    </p>
  );
}
