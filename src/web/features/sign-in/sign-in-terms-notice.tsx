import { Link } from '#ui/link.tsx';
import { signInButtonsCopy } from '#web/copy/sign-in-buttons.ts';
import styles from './sign-in.module.css';

const { smallPrint } = signInButtonsCopy;

/**
 * The small print below the sign-in buttons. It states the minimum age, and the terms that a reader accepts by signing
 * in. The terms ("Who may use it") and the privacy policy ("When you sign in") say the same.
 */
export function SignInTermsNotice() {
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
