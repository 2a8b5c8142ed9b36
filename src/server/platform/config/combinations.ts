import { STORAGE_VARIABLES } from './storage-variables.ts';

/** The values of all valid environment variables, by name. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Returns error messages about variables that are required or forbidden because of other variables' values. `env` is
 * the whole environment, including invalid values.
 */
export function listCombinationErrors(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const problems: string[] = [];
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID)
    problems.push('  OIDC_CLIENT_ID="": must be set when OIDC_ISSUER is');
  problems.push(
    ...listBucketErrors(values),
    ...listNarratorErrors(values),
    ...listCertificateErrors(values),
    ...listBillingErrors(values),
    ...VARIABLE_GROUPS.flatMap((names) => listIncompleteGroupErrors(names, values)),
    ...listAdErrors(values),
    ...listPreviousIssuerErrors(values),
    ...listProductionErrors(values),
    ...listIndexNowAndWebSubErrors(values),
  );
  if (values.ROLE && values.ROLE !== 'all' && !env.DATABASE_URL)
    problems.push(
      `  ROLE="${values.ROLE}": must be all unless DATABASE_URL is set, since only one process can use the embedded database`,
    );
  return problems;
}

/** Returns error messages about settings that are unsafe in production. */
function listProductionErrors(values: Values): string[] {
  if (values.APP_ENV !== 'prod') return [];
  const problems: string[] = [];
  if (!values.OIDC_ISSUER)
    problems.push(
      '  OIDC_ISSUER="": must be set when APP_ENV is prod, since the demo provider lets anyone sign in',
    );
  if (values.SHOW_DRAFTS)
    problems.push(
      '  SHOW_DRAFTS="true": must not be set when APP_ENV is prod, since drafts are unreviewed',
    );
  if (!values.ORIGIN)
    problems.push(
      '  ORIGIN="": must be set when APP_ENV is prod, since pages contain their own URL',
    );
  return problems;
}

/**
 * Returns an error message for each IndexNow or WebSub variable that is set while ORIGIN is unset. IndexNow and WebSub
 * send the URLs of pages to other websites, so the URLs must be public.
 */
function listIndexNowAndWebSubErrors(values: Values): string[] {
  if (values.ORIGIN) return [];
  return ['INDEXNOW_KEY', 'WEBSUB_HUB_URL']
    .filter((name) => values[name])
    .map(
      (name) =>
        `  ORIGIN="": must be set when ${name} is, since other websites receive the URLs of pages`,
    );
}

/** Groups of environment variables. If one variable in a group is set, all of them must be set. */
const VARIABLE_GROUPS = [
  ['SMTP_URL', 'CONTACT_TO', 'MAIL_FROM'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'],
] as const;

/** Returns an error message for each unset variable in a group that has at least one set variable. */
function listIncompleteGroupErrors(names: readonly string[], values: Values): string[] {
  const setVariables = names.filter((name) => values[name]);
  if (!setVariables.length) return [];
  return names
    .filter((name) => !values[name])
    .map(
      (name) =>
        `  ${name}="": must be set when ${setVariables.join(' and ')} ${setVariables.length > 1 ? 'are' : 'is'}`,
    );
}

/**
 * Returns error messages about invalid settings for the previous OpenID Connect issuer, which readers may still use
 * after the identity provider has been changed.
 */
function listPreviousIssuerErrors(values: Values): string[] {
  const { OIDC_ISSUER: issuer, OIDC_PREVIOUS_ISSUER: previous } = values;
  if (typeof previous !== 'string') return [];
  const problems: string[] = [];
  if (typeof issuer !== 'string')
    problems.push('  OIDC_ISSUER="": must be set when OIDC_PREVIOUS_ISSUER is');
  else if (new URL(issuer).href === new URL(previous).href)
    problems.push(`  OIDC_PREVIOUS_ISSUER="${previous}": must differ from OIDC_ISSUER`);
  if (!values.OIDC_PREVIOUS_CLIENT_ID)
    problems.push('  OIDC_PREVIOUS_CLIENT_ID="": must be set when OIDC_PREVIOUS_ISSUER is');
  return problems;
}

/** Returns error messages about missing settings for the S3 bucket. */
function listBucketErrors(values: Values): string[] {
  const isAnySet = Object.keys(STORAGE_VARIABLES).some(
    (name) => name.startsWith('FILES_S3_') && values[name],
  );
  if (!isAnySet) return [];
  const problems = ['FILES_S3_BUCKET', 'FILES_S3_KEY_ID', 'FILES_S3_SECRET']
    .filter((name) => !values[name])
    .map((name) => `  ${name}="": must be set when files are stored in a bucket`);
  if (!values.FILES_S3_ENDPOINT && !values.FILES_S3_REGION)
    problems.push('  FILES_S3_REGION="": must be set when FILES_S3_ENDPOINT is not');
  return problems;
}

/** Hosts on this machine. API keys may be sent to these hosts over unencrypted HTTP. */
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Returns error messages about invalid settings for the speech service. */
function listNarratorErrors({
  NARRATOR_URL: url,
  NARRATOR_KEY: key,
  NARRATOR_SERVICE_MODEL: model,
  NARRATOR_MODEL: localModel,
}: Values): string[] {
  if (typeof url !== 'string') {
    const setVariables = [key && 'NARRATOR_KEY', model && 'NARRATOR_SERVICE_MODEL'].filter(Boolean);
    return setVariables.map((name) => `  NARRATOR_URL="": must be set when ${name} is`);
  }
  const problems: string[] = [];
  if (!model) problems.push('  NARRATOR_SERVICE_MODEL="": must be set when NARRATOR_URL is');
  if (localModel)
    problems.push(
      '  NARRATOR_MODEL="…": must not be set when NARRATOR_URL is, since either speaks all narrations',
    );
  const { protocol, hostname } = new URL(url);
  if (key && protocol === 'http:' && !LOCAL_HOSTS.includes(hostname))
    problems.push(
      '  NARRATOR_URL="…": must be an https URL when NARRATOR_KEY is set, since the key would be readable on the way',
    );
  return problems;
}

/**
 * Returns error messages about invalid ad network settings. An ad network requires ad units, and ADS_ORIGIN must differ
 * from ORIGIN.
 */
function listAdErrors(values: Values): string[] {
  const names = ['ADSENSE_CLIENT', 'ADSENSE_SLOTS'];
  const isAnySet = [...names, 'ADS_ORIGIN'].some((name) => values[name]);
  const problems = names
    .filter((name) => isAnySet && !values[name])
    .map((name) => `  ${name}="": must be set to show AdSense ads`);
  const { ADS_ORIGIN, ORIGIN } = values;
  if (ADS_ORIGIN && ADS_ORIGIN === ORIGIN)
    problems.push(`  ADS_ORIGIN="${ADS_ORIGIN}": must differ from ORIGIN`);
  return problems;
}

/**
 * Returns error messages about invalid TLS settings. A certificate requires a private key, and ORIGIN must be an HTTPS
 * URL.
 */
function listCertificateErrors(values: Values): string[] {
  const names = ['TLS_CERT', 'TLS_KEY'];
  if (!names.some((name) => values[name])) return [];
  const problems = names
    .filter((name) => !values[name])
    .map((name) => `  ${name}="": must be set when the other of ${names.join(' and ')} is`);
  const { ORIGIN } = values;
  if (typeof ORIGIN === 'string' && !ORIGIN.startsWith('https:'))
    problems.push(`  ORIGIN="${ORIGIN}": must be an https URL when TLS_CERT is set`);
  return problems;
}

/**
 * Returns error messages about invalid billing settings. In production, billing requires a live Stripe key and a
 * webhook secret.
 */
function listBillingErrors(values: Values): string[] {
  const problems: string[] = [];
  if (values.APP_ENV === 'prod' && values.SUBSCRIPTIONS && !values.STRIPE_SECRET_KEY)
    problems.push(
      '  STRIPE_SECRET_KEY="": must be set when APP_ENV is prod and SUBSCRIPTIONS is true, since the demo takes no payments',
    );
  if (values.APP_ENV === 'prod' && /^[sr]k_test_/.test(String(values.STRIPE_SECRET_KEY)))
    problems.push(
      '  STRIPE_SECRET_KEY="…": must not be a test key when APP_ENV is prod, since it accepts test cards',
    );
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_WEBHOOK_SECRET)
    problems.push('  STRIPE_WEBHOOK_SECRET="": must be set when STRIPE_SECRET_KEY is');
  return problems;
}
