import { Link } from '#ui/link.tsx';
import { signInButtonsCopy } from '#web/copy/sign-in-buttons.ts';
import styles from './sign-in.module.css';

const { smallPrint } = signInButtonsCopy;

/** Who may join, and what continuing agrees to (the terms, "Who may use it"; the privacy policy, "When you sign in"). */
export function SmallPrint() {
  return (
    <p className={styles.small}>
      {smallPrint.before}{' '}
      <Link className="link" to="/terms">
        {smallPrint.terms}
      </Link>{' '}
      {smallPrint.between}{' '}
      <Link className="link" to="/privacy">
        {smallPrint.privacyPolicy}
      </Link>{' '}
      {smallPrint.after}
    </p>
  );
}
