import { escapeHtml } from '#domain/escape-html.ts';
import { renderDemoPage } from '../shared/demo-page.ts';
import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts';

/** The path of the demo identity provider. The issuer URL has the same path. */
export const DEMO_IDENTITY_PATH = '/oidc';

/** The invalid email address that a user entered. */
export interface RejectedEmail {
  input: string;
}

/** Renders the page on which users choose a demo account. Its forms are submitted to the page's own URL. */
export function renderAccountsPage(rejected?: RejectedEmail): string {
  return renderPage(
    'Who are you today?',
    `<p class="lead">This is a demo, so there’s no password. Choose a person to sign in.</p>
<form method="post">
<ul class="accounts">
${DEMO_ACCOUNTS.map(renderAccountButton).join('\n')}
</ul>
</form>
<form method="post">
<h2>Or someone new</h2>
<label for="email">Any email address</label>
${renderEmailField(rejected)}
<p class="hint" id="email-hint">We won’t send anything to it. Your name comes from it.</p>
<button class="button red" type="submit">Continue</button>
</form>
<form method="post">
<button class="button text" type="submit" name="cancel" value="yes">Cancel</button>
</form>`,
  );
}

/** Renders the page for a sign-in that was already completed or has expired. */
export function renderExpiredPage(): string {
  return renderPage(
    'This sign-in has expired',
    `<p class="lead">It was already used, or left open too long. Go back to Octavo and sign in again.</p>
<p><a class="button red" href="/">Back to Octavo</a></p>`,
  );
}

/** Renders the page for requests that are rejected because they come from another machine or through a proxy. */
export function renderLocalOnlyPage(): string {
  return renderPage(
    'Only on this machine',
    `<p class="lead">Demo accounts have no password, so they only work on the machine that runs Octavo.</p>
<p class="hint">To let others try them, start Octavo with <code>ALLOW_DEMO=1</code>.</p>
<p><a class="button red" href="/">Back to Octavo</a></p>`,
  );
}

/** Renders the page for an error that the provider cannot report to the application. */
export function renderErrorPage(reason: string): string {
  return renderPage(
    'We couldn’t sign you in',
    `<p class="lead">Something went wrong during sign-in. Go back to Octavo and try again.</p>
<p class="hint">${escapeHtml(reason)}</p>
<p><a class="button red" href="/">Back to Octavo</a></p>`,
  );
}

function renderPage(title: string, main: string): string {
  return renderDemoPage({ title, badge: 'Demo sign-in', prefix: DEMO_IDENTITY_PATH, main });
}

function renderAccountButton(account: DemoAccount): string {
  return `<li><button type="submit" name="subject" value="${account.subject}">
<span class="initial" aria-hidden="true">${account.name[0]}</span>
<span class="name">${account.name}</span>
<span class="email">${account.email.replace('@', '@<wbr>')}</span>
<span class="kind">${describeAccount(account)}</span>
</button></li>`;
}

/** Returns the label of an account: the tier and role for a reader, or only the role for any other account. */
function describeAccount({ role, tier }: DemoAccount): string {
  const kind = role === 'reader' ? `${tier} reader` : role;
  return kind[0]!.toUpperCase() + kind.slice(1);
}

function renderEmailField(rejected: RejectedEmail | undefined): string {
  const renderInput = (attributes: string) =>
    `<input id="email" name="email" type="email" autocomplete="email" required ${attributes}>`;
  if (!rejected) return renderInput('aria-describedby="email-hint"');
  return `${renderInput(`value="${escapeHtml(rejected.input)}" aria-invalid="true" aria-describedby="email-slip email-hint"`)}
<p class="slip" id="email-slip">That’s not an email address. It should look like name@example.org.</p>`;
}
