import { escapeHtml } from '#domain/escape-html.ts';
import { demonstrationPage } from '../site/page.ts';
import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts';

/** Where the provider lives below the application's origin; its issuer ends in it. */
export const PREFIX = '/oidc';

/** What somebody typed that is no e-mail address. */
export interface Slip {
  typed: string;
}

/** The one screen of the provider: who would you like to be? Its forms post to the page's own address. */
export function accountsPage(slip?: Slip): string {
  return page(
    'Who are you today?',
    `<p class="lead">This is a demo, so there’s no password. Choose a person to sign in.</p>
<form method="post">
<ul class="accounts">
${DEMO_ACCOUNTS.map(accountButton).join('\n')}
</ul>
</form>
<form method="post">
<h2>Or someone new</h2>
<label for="email">Any email address</label>
${emailField(slip)}
<p class="hint" id="email-hint">We won’t send anything to it. Your name comes from it.</p>
<button class="button red" type="submit">Continue</button>
</form>
<form method="post">
<button class="button text" type="submit" name="cancel" value="yes">Cancel</button>
</form>`,
  );
}

/** For a sign-in that is over: answered before, or left open for too long. */
export function overPage(): string {
  return page(
    'This sign-in has expired',
    `<p class="lead">It was already used, or left open too long. Go back to Octavo and sign in again.</p>
<p><a class="button red" href="/">Back to Octavo</a></p>`,
  );
}

/** For whoever comes from another machine, or through a proxy that may speak for one. */
export function elsewherePage(): string {
  return page(
    'Only on this machine',
    `<p class="lead">Demo accounts have no password, so they only work on the machine that runs Octavo.</p>
<p class="hint">To let others try them, start Octavo with <code>ALLOW_DEMO=1</code>.</p>
<p><a class="button red" href="/">Back to Octavo</a></p>`,
  );
}

/** For a request the provider cannot answer by sending the reader back. */
export function refusalPage(reason: string): string {
  return page(
    'We couldn’t sign you in',
    `<p class="lead">Something went wrong during sign-in. Go back to Octavo and try again.</p>
<p class="hint">${escapeHtml(reason)}</p>
<p><a class="button red" href="/">Back to Octavo</a></p>`,
  );
}

function page(title: string, main: string): string {
  return demonstrationPage({ title, badge: 'Demo sign-in', prefix: PREFIX, main });
}

function accountButton(account: DemoAccount): string {
  return `<li><button type="submit" name="subject" value="${account.subject}">
<span class="initial" aria-hidden="true">${account.name[0]}</span>
<span class="name">${account.name}</span>
<span class="email">${account.email.replace('@', '@<wbr>')}</span>
<span class="kind">${kindOf(account)}</span>
</button></li>`;
}

/** What sets an account apart: a reader's tier, anybody else's role. */
function kindOf({ role, tier }: DemoAccount): string {
  const kind = role === 'reader' ? `${tier} reader` : role;
  return kind[0]!.toUpperCase() + kind.slice(1);
}

function emailField(slip: Slip | undefined): string {
  const field = (attributes: string) =>
    `<input id="email" name="email" type="email" autocomplete="email" required ${attributes}>`;
  if (!slip) return field('aria-describedby="email-hint"');
  return `${field(`value="${escapeHtml(slip.typed)}" aria-invalid="true" aria-describedby="email-slip email-hint"`)}
<p class="slip" id="email-slip">That’s not an email address. It should look like name@example.org.</p>`;
}
