import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { isEmailAddress } from '#domain/contact.ts';
import { isOwnOrigin } from './http/this-machine.ts';

/** Where Octavo runs: a laptop, a rehearsal, or in front of readers (spec 9). */
const APP_ENVS = ['dev', 'stg', 'prod'] as const;

/** What a process does: answers readers, works jobs off, or both. */
const ROLES = ['all', 'web', 'worker'] as const;

interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  /** As it is written in the environment; empty when there is none. */
  fallback: string;
  meaning: string;
}

function variable<Schema extends z.ZodType>(
  schema: Schema,
  fallback: string,
  meaning: string,
): Variable<Schema> {
  return { schema, fallback, meaning };
}

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value || undefined, schema.optional());

// Aborts: what is asked of an address further takes it for one.
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an http or https address',
  abort: true,
});

/** OpenID Connect Discovery, 3: with neither a query nor a fragment; and a password in it would be shown. */
const issuerAddress = webAddress.refine((text) => {
  const { search, hash, username, password } = new URL(text);
  return !(search || hash || username || password);
}, 'must be an address without a query, a fragment or a password');

const mailAddress = z.string().refine(isEmailAddress, 'must be an e-mail address');

/** Characters on a button, and in a cookie that holds 4 KB with all the rest of it. */
const LONGEST_LABEL = 50;

const providerLabel = z
  .string()
  .min(1)
  .max(LONGEST_LABEL, `must have at most ${LONGEST_LABEL} characters`);

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/** An address, a network as 10.0.0.0/8, or one of the names Fastify knows (its `trustProxy`). */
function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = '', bits = '1', ...rest] = text.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^[1-9]\d*$/.test(bits) && Number(bits) <= longest;
}

/**
 * The data of a deleted account is gone within ninety days, as the privacy policy says (spec 9, "Legal"). The
 * purge comes once a day, so it takes up to one more than is set here.
 */
const LONGEST_UNTIL_PURGE = 89;

/** Every environment variable Octavo reads. The README's table is this one, and a test holds it so. */
export const VARIABLES = {
  PORT: variable(
    z.coerce.number({ error: 'must be a number' }).int().min(0).max(65_535),
    '3000',
    'Port to listen on.',
  ),
  HOST: variable(
    z.string().min(1),
    '127.0.0.1',
    'Address to listen on; `0.0.0.0` lets other machines in.',
  ),
  ORIGIN: variable(
    optional(webAddress.refine((url) => new URL(url).origin === url, 'must have no path')),
    '',
    'Public origin, such as `https://octavo.example`. Default: `http://localhost:PORT`, or `https://` with `TLS_CERT`.',
  ),
  TLS_CERT: variable(
    optional(z.string()),
    '',
    'PEM file of a certificate and of those between it and its authority, for who runs without a proxy: what is served at `PORT` is HTTPS then, with HTTP/2. Read again when it changes.',
  ),
  TLS_KEY: variable(optional(z.string()), '', 'PEM file of its key, without a passphrase.'),
  APP_ENV: variable(
    z.enum(APP_ENVS),
    'dev',
    '`dev`, `stg` or `prod`; has to be set where `HOST` or `ORIGIN` let other machines in.',
  ),
  ROLE: variable(
    z.enum(ROLES),
    'all',
    '`web` answers readers, `worker` works jobs off and answers `/health` and `/metrics` alone, `all` does both. With the embedded database, `all`.',
  ),
  DATA_DIR: variable(
    z.string().min(1),
    'data',
    'Folder of the embedded database and of the drawn pictures.',
  ),
  NARRATOR_MODEL: variable(
    optional(z.string()),
    '',
    'Folder of a neural model that reads aloud; `npm run narrator:neural` fetches one. Default: the voices that are built in.',
  ),
  RECORDINGS_KEPT_DAYS: variable(
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(3650, 'must be at most 3650'),
    '7',
    'Days for which a recording is kept that no article says any more, since its text or the voices have changed, and that nobody hears: at least 1.',
  ),
  DATABASE_URL: variable(
    optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
    '',
    'PostgreSQL 15 or newer. Default: the embedded database in `DATA_DIR`.',
  ),
  REDIS_URL: variable(
    optional(z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' })),
    '',
    'Redis in which all processes count together what one address asks for. Default: each counts for itself.',
  ),
  FILES_S3_BUCKET: variable(
    optional(z.string()),
    '',
    'Bucket that pictures and other files are kept in, on a server that speaks S3. Default: a folder in `DATA_DIR`.',
  ),
  FILES_S3_ENDPOINT: variable(
    optional(webAddress),
    '',
    "Address of that server. Default: Amazon's in `FILES_S3_REGION`.",
  ),
  FILES_S3_REGION: variable(
    optional(z.string()),
    '',
    'Region of the bucket, such as `eu-central-1`; `us-east-1` where the server has none.',
  ),
  FILES_S3_KEY_ID: variable(
    optional(z.string()),
    '',
    'Id of the access key; it may list and read the bucket, and write and remove in it.',
  ),
  FILES_S3_SECRET: variable(optional(z.string()), '', 'The access key itself.'),
  LOG_LEVEL: variable(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'warn',
    'The least important log line that is written.',
  ),
  TRUST_PROXY: variable(
    optional(
      z
        .string()
        .refine(
          (list) => list.split(',').every((each) => isNetwork(each.trim())),
          'must be addresses or networks, such as 10.0.0.0/8',
        ),
    ),
    '',
    'Addresses or networks of the proxies in front, CDN included, separated by commas: whose `X-Forwarded-For` is believed. `loopback`, `linklocal` and `uniquelocal` name the usual ones.',
  ),
  OIDC_ISSUER: variable(
    optional(issuerAddress),
    '',
    'OpenID Connect issuer readers sign in through. Default outside prod: the demonstration.',
  ),
  OIDC_EARLIER_ISSUER: variable(
    optional(issuerAddress),
    '',
    "Whose the accounts are that were opened before issuers were told apart: the `OIDC_ISSUER` of that time, if there was only one. Google's own are known without it.",
  ),
  OIDC_CLIENT_ID: variable(optional(z.string()), '', 'Our name at that issuer.'),
  OIDC_CLIENT_SECRET: variable(
    optional(z.string()),
    '',
    'Our secret there; none for a public client.',
  ),
  OIDC_LABEL: variable(providerLabel, 'Google', 'What the sign-in button calls it.'),
  OIDC_IDENTITY_PROVIDER: variable(
    optional(z.string()),
    '',
    'Sent as `identity_provider`, where the issuer stands in front of several.',
  ),
  OIDC_PREVIOUS_ISSUER: variable(
    optional(issuerAddress),
    '',
    'The `OIDC_ISSUER` before a change. Readers can still sign in through it, and link the new issuer to their account.',
  ),
  OIDC_PREVIOUS_CLIENT_ID: variable(optional(z.string()), '', 'Client ID at the previous issuer.'),
  OIDC_PREVIOUS_CLIENT_SECRET: variable(
    optional(z.string()),
    '',
    'Client secret at the previous issuer; none for a public client.',
  ),
  OIDC_PREVIOUS_LABEL: variable(
    providerLabel,
    'your previous sign-in',
    'Name of the previous issuer on its sign-in button.',
  ),
  OIDC_PREVIOUS_IDENTITY_PROVIDER: variable(
    optional(z.string()),
    '',
    'Sent as `identity_provider` to the previous issuer.',
  ),
  SUBSCRIPTIONS: variable(
    optional(z.stringbool({ error: 'must be true or false' })),
    '',
    'Whether Premium can be bought. Default: true in dev and stg, false in prod.',
  ),
  STRIPE_SECRET_KEY: variable(
    optional(z.string().regex(/^[sr]k_/, 'must be a secret or restricted key, such as sk_live_…')),
    '',
    "Stripe's key of the account that sells Premium; in prod a live one. Default outside prod: a demonstration that takes no money.",
  ),
  STRIPE_WEBHOOK_SECRET: variable(
    optional(
      z
        .string()
        .regex(/^whsec_\w+(,whsec_\w+)*$/, 'must be whsec_…, or several with commas between'),
    ),
    '',
    'What Stripe signs events with that it sends to `/webhooks/stripe`; several, separated by commas, while one is replaced.',
  ),
  STRIPE_PRICE_MONTHLY: variable(
    z.string().min(1),
    'octavo_premium_monthly',
    "Lookup key of Premium's price by the month at Stripe.",
  ),
  STRIPE_PRICE_ANNUAL: variable(
    z.string().min(1),
    'octavo_premium_annual',
    "Lookup key of Premium's price by the year at Stripe.",
  ),
  STRIPE_TAX: variable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Has Stripe work out taxes at checkout (Stripe Tax), and ask for the address that takes.',
  ),
  ALLOW_DEMO: variable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Lets the demonstration services answer other machines than this one.',
  ),
  ADSENSE_CLIENT: variable(
    optional(z.string().regex(/^ca-pub-\d{16}$/, 'must be written as ca-pub-1234567890123456')),
    '',
    'Our account at Google AdSense, whose ads are shown instead of our own to who agrees to it and has no Premium. Default: our own.',
  ),
  ADSENSE_SLOTS: variable(
    optional(
      z.string().regex(/^\s*\d+\s*(,\s*\d+\s*){4}$/, 'must be five numbers, separated by commas'),
    ),
    '',
    'Ids of the five ad units of an article there, separated by commas: at its head, after each of the key points, at its foot.',
  ),
  ADS_ORIGIN: variable(
    optional(webAddress.refine((url) => new URL(url).origin === url, 'must have no path')),
    '',
    'An origin of its own for the frames of these ads, such as `https://octavo-ads.example`, whose path `/ads/` leads to this server. Default: they are kept in a sandbox without an origin, where they may find less.',
  ),
  ACCOUNT_PURGE_DAYS: variable(
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(0, 'must be at least 0')
      .max(LONGEST_UNTIL_PURGE, `must be at most ${LONGEST_UNTIL_PURGE}`),
    '30',
    'Days from the deletion of an account until its data is purged; at most 89.',
  ),
  ALLOW_OLDER_LIBRARY: variable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Lets a start take the shelves of a `DATABASE_URL` back to an older edition of `content/` (to undo a release).',
  ),
  SHOW_DRAFTS: variable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Puts the drafts of `content/` on the shelves, to see how they look. Not where `APP_ENV` is `prod`.',
  ),
  ERROR_WEBHOOK_URL: variable(
    optional(webAddress),
    '',
    'Told of faults, as JSON POSTs: the first of each kind within a minute, then how many more there were. Default: faults are logged and stored only.',
  ),
  METRICS_TOKEN: variable(
    optional(z.string().min(20, 'must be at least 20 characters long')),
    '',
    'Bearer token with which Prometheus reads `/metrics` from another machine; at least 20 characters. Default: `/metrics` answers this machine only.',
  ),
  SMTP_URL: variable(
    optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
    '',
    'Mail server that messages to us are given to, such as `smtps://user:password@mail.example`. Default: they are stored only.',
  ),
  CONTACT_TO: variable(optional(mailAddress), '', 'E-mail address of whoever answers them.'),
  MAIL_FROM: variable(
    optional(mailAddress),
    '',
    'E-mail address they are sent from, which that server has to allow.',
  ),
  RECAPTCHA_SITE_KEY: variable(
    optional(z.string()),
    '',
    'Site key of reCAPTCHA v3, for the contact form. Default: a proof of work, which asks nobody else.',
  ),
  RECAPTCHA_SECRET: variable(optional(z.string()), '', 'Its secret key.'),
  STUDIO_ADMINISTRATORS: variable(
    z
      .string()
      .transform((text) => text.split(',').flatMap((each) => each.trim().toLowerCase() || []))
      .pipe(z.array(mailAddress)),
    '',
    'E-mail addresses of the first administrators of the studio, with commas between; they grant the others their roles.',
  ),
  ANTHROPIC_API_KEY: variable(
    optional(z.string()),
    '',
    'Key of the account at Anthropic that writes for the studio. Default outside prod: a demonstration that hands out ready-made drafts; in prod nothing is written without it.',
  ),
  ANTHROPIC_MODEL: variable(
    z.string().regex(/^[\w.:@-]{1,100}$/, 'must be the id of a model'),
    'claude-opus-5-5',
    'Model that writes.',
  ),
  ANTHROPIC_BASE_URL: variable(
    optional(webAddress),
    '',
    "Where that service is, for who has a gateway in front of it. Default: Anthropic's own address.",
  ),
  AI_MONTHLY_BUDGET: variable(
    z.coerce.number({ error: 'must be a number' }).min(0, 'must be at least 0'),
    '50',
    'US dollars that requests to the AI may take in a calendar month, in UTC; no new one is made beyond.',
  ),
  UNSPLASH_ACCESS_KEY: variable(
    optional(z.string()),
    '',
    "Access key of an application at Unsplash, for stock pictures in the studio; they are shown from Unsplash's own addresses. Default: none are offered.",
  ),
  PEXELS_API_KEY: variable(
    optional(z.string()),
    '',
    'Key of the API of Pexels, for the same. Default: none are offered.',
  ),
  CDN_PURGE_URL: variable(
    optional(webAddress),
    '',
    'Told which cached pages changed, as a JSON POST of their keys.',
  ),
} as const;

type Variables = { [Name in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Name]['schema']> };

/** The checked environment. */
export interface Config extends Omit<Variables, 'ORIGIN' | 'SUBSCRIPTIONS'> {
  ORIGIN: string;
  SUBSCRIPTIONS: boolean;
}

/** What was wrong with the environment, every variable at once. Its message is meant for people. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads and checks the environment. Throws {@link ConfigError} that lists every invalid variable.
 * An empty variable counts as unset.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { schema, fallback }] of Object.entries(VARIABLES)) {
    const given = env[name] || fallback;
    const parsed = (schema as z.ZodType).safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else {
      const shown = SECRET.test(name) ? '…' : given;
      faults.push(`  ${name}="${shown}": ${parsed.error.issues[0]?.message}`);
    }
  }
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID)
    faults.push('  OIDC_CLIENT_ID="": must be set when OIDC_ISSUER is');
  values.SUBSCRIPTIONS ??= values.APP_ENV !== 'prod';
  faults.push(
    ...faultsOfBucket(values),
    ...faultsOfCertificate(values),
    ...faultsOfBilling(values),
    ...TOGETHER.flatMap((names) => faultsOfAny(names, values)),
    ...faultsOfAds(values),
    ...faultsOfPreviousIssuer(values),
  );
  if (values.APP_ENV === 'prod' && !values.OIDC_ISSUER)
    faults.push(
      '  OIDC_ISSUER="": must be set when APP_ENV is prod: the demonstration lets anyone in',
    );
  if (values.APP_ENV === 'prod' && values.SHOW_DRAFTS)
    faults.push('  SHOW_DRAFTS="true": must not be set when APP_ENV is prod: drafts are unchecked');
  if (values.APP_ENV === 'prod' && !values.ORIGIN)
    faults.push('  ORIGIN="": must be set when APP_ENV is prod: pages name their own address');
  if (values.ROLE && values.ROLE !== 'all' && !env.DATABASE_URL)
    faults.push(
      `  ROLE="${values.ROLE}": must be all unless DATABASE_URL is set: the embedded database belongs to one process`,
    );
  if (faults.length) throw new ConfigError(`These variables are not valid:\n${faults.join('\n')}`);
  const config = values as unknown as Variables & Pick<Config, 'SUBSCRIPTIONS'>;
  return {
    ...config,
    DATA_DIR: path.resolve(config.DATA_DIR),
    NARRATOR_MODEL: config.NARRATOR_MODEL && path.resolve(config.NARRATOR_MODEL),
    ORIGIN: config.ORIGIN ?? `${config.TLS_CERT ? 'https' : 'http'}://localhost:${config.PORT}`,
  };
}

/**
 * {@link readConfig} for a process that serves readers. Throws {@link ConfigError}, too, where other machines can reach it
 * and nobody has said what it is: by default it would be a laptop, with a demonstration that lets everybody in.
 */
export function readServerConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const config = readConfig(env);
  const isPrivate = LOOPBACK_HOSTS.has(config.HOST) && isOwnOrigin(config.ORIGIN);
  if (!env.APP_ENV && !isPrivate)
    throw new ConfigError(
      `These variables are not valid:\n  APP_ENV="": must be set when HOST or ORIGIN let other machines in: ${APP_ENVS.join(', ')}`,
    );
  return config;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Names of variables whose value is for no log: keys, and addresses that may have a password in them, or be one. */
const SECRET = /SECRET|_(KEY|URL|TOKEN)$/;

/** Variables of which each is of no use without the others. */
const TOGETHER = [
  ['SMTP_URL', 'CONTACT_TO', 'MAIL_FROM'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'],
] as const;

/** What is missing where some of them are set. */
function faultsOfAny(
  names: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string[] {
  const given = names.filter((name) => values[name]);
  if (!given.length) return [];
  return names
    .filter((name) => !values[name])
    .map(
      (name) =>
        `  ${name}="": must be set when ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'}`,
    );
}

/** Lists what makes the settings of the previous issuer unusable. */
function faultsOfPreviousIssuer(values: Readonly<Record<string, unknown>>): string[] {
  const { OIDC_ISSUER: issuer, OIDC_PREVIOUS_ISSUER: previous } = values;
  if (typeof previous !== 'string') return [];
  const faults: string[] = [];
  if (typeof issuer !== 'string')
    faults.push('  OIDC_ISSUER="": must be set when OIDC_PREVIOUS_ISSUER is');
  else if (new URL(issuer).href === new URL(previous).href)
    faults.push(`  OIDC_PREVIOUS_ISSUER="${previous}": must differ from OIDC_ISSUER`);
  if (!values.OIDC_PREVIOUS_CLIENT_ID)
    faults.push('  OIDC_PREVIOUS_CLIENT_ID="": must be set when OIDC_PREVIOUS_ISSUER is');
  return faults;
}

/** What is missing where files are to be kept in a bucket: one of its variables asks for the others. */
function faultsOfBucket(values: Readonly<Record<string, unknown>>): string[] {
  const isGiven = Object.keys(VARIABLES).some(
    (name) => name.startsWith('FILES_S3_') && values[name],
  );
  if (!isGiven) return [];
  const faults = ['FILES_S3_BUCKET', 'FILES_S3_KEY_ID', 'FILES_S3_SECRET']
    .filter((name) => !values[name])
    .map((name) => `  ${name}="": must be set when files are kept in a bucket`);
  if (!values.FILES_S3_ENDPOINT && !values.FILES_S3_REGION)
    faults.push('  FILES_S3_REGION="": must be set when FILES_S3_ENDPOINT is not');
  return faults;
}

/** An account shows no ads without ad units, and ads on our own origin are not apart from us. */
function faultsOfAds(values: Readonly<Record<string, unknown>>): string[] {
  const names = ['ADSENSE_CLIENT', 'ADSENSE_SLOTS'];
  const isGiven = [...names, 'ADS_ORIGIN'].some((name) => values[name]);
  const faults = names
    .filter((name) => isGiven && !values[name])
    .map((name) => `  ${name}="": must be set where ads of AdSense are to be shown`);
  const { ADS_ORIGIN, ORIGIN } = values;
  if (ADS_ORIGIN && ADS_ORIGIN === ORIGIN)
    faults.push(`  ADS_ORIGIN="${ADS_ORIGIN}": must be another origin than ORIGIN`);
  return faults;
}

/** A certificate is of no use without its key, and readers come to it by https. */
function faultsOfCertificate(values: Readonly<Record<string, unknown>>): string[] {
  const names = ['TLS_CERT', 'TLS_KEY'];
  if (!names.some((name) => values[name])) return [];
  const faults = names
    .filter((name) => !values[name])
    .map((name) => `  ${name}="": must be set when the other of ${names.join(' and ')} is`);
  const { ORIGIN } = values;
  if (typeof ORIGIN === 'string' && !ORIGIN.startsWith('https:'))
    faults.push(`  ORIGIN="${ORIGIN}": must be an https address when TLS_CERT is set`);
  return faults;
}

/** In prod nobody gets Premium from the demonstration, and what Stripe tells has to be told from what others do. */
function faultsOfBilling(values: Readonly<Record<string, unknown>>): string[] {
  const faults: string[] = [];
  if (values.APP_ENV === 'prod' && values.SUBSCRIPTIONS && !values.STRIPE_SECRET_KEY)
    faults.push(
      '  STRIPE_SECRET_KEY="": must be set when APP_ENV is prod and SUBSCRIPTIONS is true: the demonstration takes no money',
    );
  if (values.APP_ENV === 'prod' && /^[sr]k_test_/.test(String(values.STRIPE_SECRET_KEY)))
    faults.push(
      '  STRIPE_SECRET_KEY="…": must not be a test key when APP_ENV is prod: with it, cards that everybody knows pay',
    );
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_WEBHOOK_SECRET)
    faults.push('  STRIPE_WEBHOOK_SECRET="": must be set when STRIPE_SECRET_KEY is');
  return faults;
}
