import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { isEmailAddress } from '#domain/contact.ts';
import { isLocalOrigin } from './http/local-requests.ts';

/** The deployment environments: development, staging and production (spec 9). */
const APP_ENVS = ['dev', 'stg', 'prod'] as const;

/**
 * The roles of a process: `all` serves readers and runs jobs, `web` only serves readers, and `worker` only runs jobs.
 */
const ROLES = ['all', 'web', 'worker'] as const;

interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  /** The default value, as it would be written in the environment. Empty if there is no default. */
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

// If the URL is invalid, `abort` skips the checks that are added with `refine`, which could not parse it.
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an http or https URL',
  abort: true,
});

/**
 * Schema of an OpenID Connect issuer's URL. The URL has no query or fragment (OpenID Connect Discovery, 3), and no
 * password, because pages show the URL.
 */
const issuerAddress = webAddress.refine((text) => {
  const { search, hash, username, password } = new URL(text);
  return !(search || hash || username || password);
}, 'must be a URL without a query, fragment or password');

const mailAddress = z.string().refine(isEmailAddress, 'must be an email address');

/**
 * Maximum length of an identity provider's label, in characters. The label must fit on a sign-in button, and in a 4 KB
 * cookie with other values.
 */
const MAX_LABEL_LENGTH = 50;

const providerLabel = z
  .string()
  .min(1)
  .max(MAX_LABEL_LENGTH, `must be at most ${MAX_LABEL_LENGTH} characters long`);

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Returns true for an IP address, a network such as 10.0.0.0/8, or a named network that Fastify's `trustProxy`
 * supports.
 */
function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = '', bits = '1', ...rest] = text.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^[1-9]\d*$/.test(bits) && Number(bits) <= longest;
}

/**
 * Maximum number of days until deleted accounts are purged. The privacy policy promises that the data of a deleted
 * account is gone within ninety days (spec 9, "Legal"). The purge runs once a day, which can add a day to this setting.
 */
const MAX_DAYS_UNTIL_PURGE = 89;

/** All environment variables. A test compares this table with `docs/configuration.md`. */
export const ENVIRONMENT_VARIABLES = {
  PORT: variable(
    z.coerce.number({ error: 'must be a number' }).int().min(0).max(65_535),
    '3000',
    'Port to listen on.',
  ),
  HOST: variable(
    z.string().min(1),
    '127.0.0.1',
    'Address to listen on; `0.0.0.0` accepts connections from other machines.',
  ),
  ORIGIN: variable(
    optional(webAddress.refine((url) => new URL(url).origin === url, 'must have no path')),
    '',
    'Public origin, such as `https://octavo.example`. Default: `http://localhost:PORT`, or `https://` with `TLS_CERT`.',
  ),
  TLS_CERT: variable(
    optional(z.string()),
    '',
    'PEM file with a certificate and its intermediates, for running without a proxy: `PORT` then serves HTTPS with HTTP/2. Reloaded when the file changes.',
  ),
  TLS_KEY: variable(
    optional(z.string()),
    '',
    'PEM file with the private key of the certificate, without a passphrase.',
  ),
  APP_ENV: variable(
    z.enum(APP_ENVS),
    'dev',
    '`dev`, `stg` or `prod`. Required if `HOST` or `ORIGIN` lets other machines connect.',
  ),
  ROLE: variable(
    z.enum(ROLES),
    'all',
    '`web` serves pages and the API; `worker` runs background jobs and serves only `/health` and `/metrics`; `all` does both. Must be `all` with the embedded database.',
  ),
  DATA_DIR: variable(
    z.string().min(1),
    'data',
    'Folder for the embedded database and generated images.',
  ),
  NARRATOR_MODEL: variable(
    optional(z.string()),
    '',
    'Folder of a neural text-to-speech model; `npm run narrator:neural` downloads one. Default: the built-in voices.',
  ),
  RECORDINGS_KEPT_DAYS: variable(
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(3650, 'must be at most 3650'),
    '7',
    'Days to keep an unused recording whose article or voice has changed; at least 1.',
  ),
  DATABASE_URL: variable(
    optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })),
    '',
    'PostgreSQL 15 or newer. Default: the embedded database in `DATA_DIR`.',
  ),
  DATABASE_REPLICA_URL: variable(
    optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })),
    '',
    'A replica of `DATABASE_URL`, from which public pages and the public API read while the primary cannot be reached. Default: they respond with 503 unless they are cached.',
  ),
  REDIS_URL: variable(
    optional(z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' })),
    '',
    'Redis for rate limits shared by all processes. Default: each process counts separately.',
  ),
  FILES_S3_BUCKET: variable(
    optional(z.string()),
    '',
    'S3-compatible bucket for images and other files. Default: a folder in `DATA_DIR`.',
  ),
  FILES_S3_ENDPOINT: variable(
    optional(webAddress),
    '',
    'URL of the S3-compatible server. Default: Amazon S3 in `FILES_S3_REGION`.',
  ),
  FILES_S3_REGION: variable(
    optional(z.string()),
    '',
    'Region of the bucket, such as `eu-central-1`; `us-east-1` if the server has no regions.',
  ),
  FILES_S3_KEY_ID: variable(
    optional(z.string()),
    '',
    'Access key ID. It needs permission to list the bucket and to read, write and delete objects.',
  ),
  FILES_S3_SECRET: variable(optional(z.string()), '', 'Secret access key.'),
  LOG_LEVEL: variable(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'warn',
    'Minimum level of log lines to write.',
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
    'Comma-separated addresses or networks of trusted proxies, including a CDN, whose `X-Forwarded-For` is used. `loopback`, `linklocal` and `uniquelocal` are shorthands.',
  ),
  DRAIN_SECONDS: variable(
    optional(
      z.coerce
        .number({ error: 'must be a number' })
        .int('must be a whole number')
        .min(0, 'must be at least 0')
        .max(300, 'must be at most 300'),
    ),
    '',
    'Seconds for which a stopping process keeps serving while `/health/ready` responds with 503, so that a load balancer can stop sending requests; at most 300. Default: 5 if `TRUST_PROXY` is set, otherwise 0.',
  ),
  OIDC_ISSUER: variable(
    optional(issuerAddress),
    '',
    'OpenID Connect issuer for sign-in. Default outside prod: the demo provider.',
  ),
  OIDC_EARLIER_ISSUER: variable(
    optional(issuerAddress),
    '',
    'Issuer of accounts created before Octavo stored issuers: the `OIDC_ISSUER` of that time, if there was only one. Not needed for Google.',
  ),
  OIDC_CLIENT_ID: variable(optional(z.string()), '', 'Client ID at that issuer.'),
  OIDC_CLIENT_SECRET: variable(
    optional(z.string()),
    '',
    'Client secret at that issuer; none for a public client.',
  ),
  OIDC_LABEL: variable(providerLabel, 'Google', 'Name of the issuer on the sign-in button.'),
  OIDC_IDENTITY_PROVIDER: variable(
    optional(z.string()),
    '',
    'Sent as `identity_provider`, if the issuer federates several providers.',
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
    'Whether readers can buy Premium. Default: true in dev and stg, false in prod.',
  ),
  STRIPE_SECRET_KEY: variable(
    optional(z.string().regex(/^[sr]k_/, 'must be a secret or restricted key, such as sk_live_…')),
    '',
    'Stripe secret key for selling Premium; a live key in prod. Default outside prod: a demo without real payments.',
  ),
  STRIPE_WEBHOOK_SECRET: variable(
    optional(
      z
        .string()
        .regex(
          /^whsec_\w+(,whsec_\w+)*$/,
          'must be one or more whsec_… secrets, separated by commas',
        ),
    ),
    '',
    'Signing secret of the Stripe webhook at `/webhooks/stripe`; several, separated by commas, during rotation.',
  ),
  STRIPE_PRICE_MONTHLY: variable(
    z.string().min(1),
    'octavo_premium_monthly',
    "Lookup key of Premium's monthly price at Stripe.",
  ),
  STRIPE_PRICE_ANNUAL: variable(
    z.string().min(1),
    'octavo_premium_annual',
    "Lookup key of Premium's annual price at Stripe.",
  ),
  STRIPE_TAX: variable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Calculates taxes at checkout (Stripe Tax), which asks for a billing address.',
  ),
  ALLOW_DEMO: variable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Opens the demo services to other machines.',
  ),
  ADSENSE_CLIENT: variable(
    optional(z.string().regex(/^ca-pub-\d{16}$/, 'must look like ca-pub-1234567890123456')),
    '',
    'Google AdSense publisher ID. Its ads replace house ads for readers without Premium who consent. Default: house ads only.',
  ),
  ADSENSE_SLOTS: variable(
    optional(
      z.string().regex(/^\s*\d+\s*(,\s*\d+\s*){4}$/, 'must be five numbers, separated by commas'),
    ),
    '',
    'Comma-separated IDs of the five ad units of an article: header, one after each key point, footer.',
  ),
  ADS_ORIGIN: variable(
    optional(webAddress.refine((url) => new URL(url).origin === url, 'must have no path')),
    '',
    'Separate origin for ad frames, such as `https://octavo-ads.example`, whose path `/ads/` is routed to this server. Default: sandboxed frames with an opaque origin, which may reduce ad fill.',
  ),
  ACCOUNT_PURGE_DAYS: variable(
    z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(0, 'must be at least 0')
      .max(MAX_DAYS_UNTIL_PURGE, `must be at most ${MAX_DAYS_UNTIL_PURGE}`),
    '30',
    'Days between deleting an account and purging its data; at most 89.',
  ),
  ALLOW_OLDER_LIBRARY: variable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Allows the database at `DATABASE_URL` to be rolled back to an older edition of `content/`, to undo a release.',
  ),
  ALLOW_NEWER_SCHEMA: variable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Starts although a newer release has migrated the database, to roll back a release whose migrations only add to the schema.',
  ),
  SHOW_DRAFTS: variable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Publishes the drafts in `content/` for preview. Not allowed if `APP_ENV` is `prod`.',
  ),
  ERROR_WEBHOOK_URL: variable(
    optional(webAddress),
    '',
    'URL that receives errors as JSON POSTs: the first of each kind per minute, then a count of repeats. Default: errors are only logged and stored.',
  ),
  METRICS_TOKEN: variable(
    optional(z.string().min(20, 'must be at least 20 characters long')),
    '',
    'Bearer token for reading `/metrics` from another machine; at least 20 characters. Default: `/metrics` is available from this machine only.',
  ),
  SMTP_URL: variable(
    optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' })),
    '',
    'SMTP server for contact messages, such as `smtps://user:password@mail.example`. Default: messages are only stored.',
  ),
  CONTACT_TO: variable(optional(mailAddress), '', 'Email address that receives contact messages.'),
  MAIL_FROM: variable(
    optional(mailAddress),
    '',
    'Sender address of these emails; the SMTP server must allow it.',
  ),
  RECAPTCHA_SITE_KEY: variable(
    optional(z.string()),
    '',
    'reCAPTCHA v3 site key for the contact form. Default: a proof of work without third parties.',
  ),
  RECAPTCHA_SECRET: variable(optional(z.string()), '', 'reCAPTCHA v3 secret key.'),
  STUDIO_ADMINISTRATORS: variable(
    z
      .string()
      .transform((text) => text.split(',').flatMap((each) => each.trim().toLowerCase() || []))
      .pipe(z.array(mailAddress)),
    '',
    'Comma-separated email addresses of the first studio administrators, who assign roles to others.',
  ),
  ANTHROPIC_API_KEY: variable(
    optional(z.string()),
    '',
    'Anthropic API key for AI writing in the studio. Default outside prod: a demo with ready-made drafts. Without it, AI writing is off in prod.',
  ),
  ANTHROPIC_MODEL: variable(
    z.string().regex(/^[\w.:@-]{1,100}$/, 'must be a model ID'),
    'claude-opus-5-5',
    'Anthropic model for AI writing.',
  ),
  ANTHROPIC_BASE_URL: variable(
    optional(webAddress),
    '',
    "Base URL of the Anthropic API, if requests go through a gateway. Default: Anthropic's URL.",
  ),
  AI_MONTHLY_BUDGET: variable(
    z.coerce.number({ error: 'must be a number' }).min(0, 'must be at least 0'),
    '50',
    'Monthly limit for AI requests in US dollars, per calendar month in UTC. No new requests are made once it is reached.',
  ),
  UNSPLASH_ACCESS_KEY: variable(
    optional(z.string()),
    '',
    'Unsplash API access key for stock photos in the studio; photos are loaded from Unsplash. Default: no Unsplash photos.',
  ),
  PEXELS_API_KEY: variable(
    optional(z.string()),
    '',
    'Pexels API key for stock photos in the studio. Default: no Pexels photos.',
  ),
  CDN_PURGE_URL: variable(
    optional(webAddress),
    '',
    'URL that receives a JSON POST with the cache keys of changed pages.',
  ),
} as const;

type Variables = {
  [Name in keyof typeof ENVIRONMENT_VARIABLES]: z.output<
    (typeof ENVIRONMENT_VARIABLES)[Name]['schema']
  >;
};

/** The validated environment variables. */
export interface Config extends Omit<Variables, 'ORIGIN' | 'SUBSCRIPTIONS'> {
  ORIGIN: string;
  SUBSCRIPTIONS: boolean;
}

/** Thrown if the environment is invalid. The message lists every invalid variable for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads and validates the environment. An empty variable counts as unset. Throws {@link ConfigError}, which lists every
 * invalid variable.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { schema, fallback }] of Object.entries(ENVIRONMENT_VARIABLES)) {
    const given = env[name] || fallback;
    const parsed = (schema as z.ZodType).safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else {
      const shown = SECRET.test(name) ? '…' : given;
      problems.push(`  ${name}="${shown}": ${parsed.error.issues[0]?.message}`);
    }
  }
  if (values.OIDC_ISSUER && !values.OIDC_CLIENT_ID)
    problems.push('  OIDC_CLIENT_ID="": must be set when OIDC_ISSUER is');
  values.SUBSCRIPTIONS ??= values.APP_ENV !== 'prod';
  problems.push(
    ...listBucketErrors(values),
    ...listCertificateErrors(values),
    ...listBillingErrors(values),
    ...TOGETHER.flatMap((names) => listIncompleteGroupErrors(names, values)),
    ...listAdErrors(values),
    ...listPreviousIssuerErrors(values),
  );
  if (values.APP_ENV === 'prod' && !values.OIDC_ISSUER)
    problems.push(
      '  OIDC_ISSUER="": must be set when APP_ENV is prod, since the demo provider lets anyone sign in',
    );
  if (values.APP_ENV === 'prod' && values.SHOW_DRAFTS)
    problems.push(
      '  SHOW_DRAFTS="true": must not be set when APP_ENV is prod, since drafts are unreviewed',
    );
  if (values.APP_ENV === 'prod' && !values.ORIGIN)
    problems.push(
      '  ORIGIN="": must be set when APP_ENV is prod, since pages contain their own URL',
    );
  if (values.ROLE && values.ROLE !== 'all' && !env.DATABASE_URL)
    problems.push(
      `  ROLE="${values.ROLE}": must be all unless DATABASE_URL is set, since only one process can use the embedded database`,
    );
  if (problems.length)
    throw new ConfigError(`Invalid environment variables:\n${problems.join('\n')}`);
  const config = values as unknown as Variables & Pick<Config, 'SUBSCRIPTIONS'>;
  return {
    ...config,
    DATA_DIR: path.resolve(config.DATA_DIR),
    NARRATOR_MODEL: config.NARRATOR_MODEL && path.resolve(config.NARRATOR_MODEL),
    ORIGIN: config.ORIGIN ?? `${config.TLS_CERT ? 'https' : 'http'}://localhost:${config.PORT}`,
  };
}

/**
 * Reads and validates the environment of a process that serves readers, like {@link readConfig}. Also throws {@link
 * ConfigError} if APP_ENV is unset and other machines can connect. The default environment is development, whose demo
 * sign-in would let anyone in.
 */
export function readServerConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const config = readConfig(env);
  const isPrivate = LOOPBACK_HOSTS.has(config.HOST) && isLocalOrigin(config.ORIGIN);
  if (!env.APP_ENV && !isPrivate)
    throw new ConfigError(
      `Invalid environment variables:\n  APP_ENV="": must be set when HOST or ORIGIN lets other machines connect: ${APP_ENVS.join(', ')}`,
    );
  return config;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Matches the names of variables with secret values: keys, tokens, and URLs that may contain a password. */
const SECRET = /SECRET|_(KEY|URL|TOKEN)$/;

/** Groups of environment variables. Setting one variable of a group requires setting all of its variables. */
const TOGETHER = [
  ['SMTP_URL', 'CONTACT_TO', 'MAIL_FROM'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'],
] as const;

/** Returns an error message for each unset variable of a group if at least one of its variables is set. */
function listIncompleteGroupErrors(
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

/** Returns error messages about invalid settings of the previous sign-in issuer. */
function listPreviousIssuerErrors(values: Readonly<Record<string, unknown>>): string[] {
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

/** Returns error messages about missing settings of the S3 bucket. */
function listBucketErrors(values: Readonly<Record<string, unknown>>): string[] {
  const isGiven = Object.keys(ENVIRONMENT_VARIABLES).some(
    (name) => name.startsWith('FILES_S3_') && values[name],
  );
  if (!isGiven) return [];
  const problems = ['FILES_S3_BUCKET', 'FILES_S3_KEY_ID', 'FILES_S3_SECRET']
    .filter((name) => !values[name])
    .map((name) => `  ${name}="": must be set when files are stored in a bucket`);
  if (!values.FILES_S3_ENDPOINT && !values.FILES_S3_REGION)
    problems.push('  FILES_S3_REGION="": must be set when FILES_S3_ENDPOINT is not');
  return problems;
}

/**
 * Returns error messages about invalid settings of the ad network. It requires ad units, and ADS_ORIGIN must differ
 * from ORIGIN.
 */
function listAdErrors(values: Readonly<Record<string, unknown>>): string[] {
  const names = ['ADSENSE_CLIENT', 'ADSENSE_SLOTS'];
  const isGiven = [...names, 'ADS_ORIGIN'].some((name) => values[name]);
  const problems = names
    .filter((name) => isGiven && !values[name])
    .map((name) => `  ${name}="": must be set to show AdSense ads`);
  const { ADS_ORIGIN, ORIGIN } = values;
  if (ADS_ORIGIN && ADS_ORIGIN === ORIGIN)
    problems.push(`  ADS_ORIGIN="${ADS_ORIGIN}": must differ from ORIGIN`);
  return problems;
}

/** Returns error messages about invalid TLS settings. A certificate needs a key, and ORIGIN must use https. */
function listCertificateErrors(values: Readonly<Record<string, unknown>>): string[] {
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
 * Returns error messages about invalid billing settings. In production, billing needs a live Stripe key and a webhook
 * secret.
 */
function listBillingErrors(values: Readonly<Record<string, unknown>>): string[] {
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
