import type { SignInProvider } from '#domain/page.ts';
import { Bookplate } from '#web/ui/bookplate.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Gains } from './gains.tsx';
import { SmallPrint } from './small-print.tsx';
import { WaysIn } from './ways-in.tsx';

interface InvitationProps {
  providers: readonly SignInProvider[];
  redirect: string;
}

/** To whoever is not signed in: the ways in, and what they lead to. */
export function Invitation(ways: InvitationProps) {
  return (
    <Notice
      drawing={<Bookplate size="large" />}
      title="Make this copy yours"
      aside={
        <p>
          Premium, with whole narrations and room for more, has its own page.{' '}
          <Link className="link" to="/plans">
            Compare the plans
          </Link>
        </p>
      }
    >
      <p>Sign in, or start a free account: it is the same button. Reading needs neither.</p>
      <WaysIn {...ways}>
        <SmallPrint />
      </WaysIn>
      <Gains />
    </Notice>
  );
}
