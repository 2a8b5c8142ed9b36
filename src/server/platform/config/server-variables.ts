import { isIP } from 'node:net';
import { z } from 'zod';
import { RESERVED_ALIASES } from '#domain/paths.ts';
import {
  createOptionalVariableSchema,
  createWholeNumberSchema,
  defineVariable,
  webUrlSchema,
} from './variable.ts';

/** The deployment environments: development, staging and production (spec 9). */
export const APP_ENVS = ['dev', 'stg', 'prod'] as const;

/**
 * The roles of a process: `all` serves readers and runs jobs, `web` only serves readers, and `worker` only runs jobs.
 */
const ROLES = ['all', 'web', 'worker'] as const;

/** Environment variables for the server process: where it listens, its role, and how operators monitor it. */
export const SERVER_VARIABLES = {
  PORT: defineVariable(createWholeNumberSchema(0, 65_535), '3000', 'Port to listen on.'),
  HOST: defineVariable(
    z.string().min(1),
    '127.0.0.1',
    'Address to listen on; `0.0.0.0` accepts connections from other machines.',
  ),
  ORIGIN: defineVariable(
    createOptionalVariableSchema(
      webUrlSchema.refine((url) => new URL(url).origin === url, 'must have no path'),
    ),
    '',
    'Public origin, such as `https://octavo.example`. Default: `http://localhost:PORT`, or `https://` with `TLS_CERT`.',
  ),
  TLS_CERT: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'PEM file with a certificate and its intermediates, for running without a proxy: `PORT` then serves HTTPS with HTTP/2. Reloaded when the file changes.',
  ),
  TLS_KEY: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'PEM file with the private key of the certificate, without a passphrase.',
  ),
  APP_ENV: defineVariable(
    z.enum(APP_ENVS),
    'dev',
    '`dev`, `stg` or `prod`. Required if `HOST` or `ORIGIN` lets other machines connect.',
  ),
  ROLE: defineVariable(
    z.enum(ROLES),
    'all',
    '`web` serves pages and the API; `worker` runs background jobs and serves only `/health` and `/metrics`; `all` does both. Must be `all` with the embedded database.',
  ),
  LOG_LEVEL: defineVariable(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'warn',
    'Minimum level of log lines to write.',
  ),
  TRUST_PROXY: defineVariable(
    createOptionalVariableSchema(
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
  DRAIN_SECONDS: defineVariable(
    createOptionalVariableSchema(createWholeNumberSchema(0, 300)),
    '',
    'Seconds for which a stopping process keeps serving while `/health/ready` responds with 503, so that a load balancer can stop sending requests; at most 300. Default: 5 if `TRUST_PROXY` is set, otherwise 0.',
  ),
  STOP_SECONDS: defineVariable(
    // `STOP_SECONDS` must be at least five, because emails and AI requests that are being sent when the process stops
    // get up to four seconds to finish.
    createWholeNumberSchema(5, 300),
    '8',
    'Seconds after which a stopping process exits with 1 even if requests and jobs are not finished; from 5 to 300. The time begins after `DRAIN_SECONDS`.',
  ),
  ALLOW_DEMO: defineVariable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Opens the demo services to other machines.',
  ),
  ERROR_WEBHOOK_URL: defineVariable(
    createOptionalVariableSchema(webUrlSchema),
    '',
    'URL that receives errors as JSON POSTs: the first of each kind per minute, then a count of repeats. Default: errors are only logged and stored.',
  ),
  METRICS_TOKEN: defineVariable(
    createOptionalVariableSchema(z.string().min(20, 'must be at least 20 characters long')),
    '',
    'Bearer token for reading `/metrics` from another machine; at least 20 characters. Default: `/metrics` is available from this machine only.',
  ),
  CDN_PURGE_URL: defineVariable(
    createOptionalVariableSchema(webUrlSchema),
    '',
    'URL that receives a JSON POST with the cache keys of changed pages.',
  ),
  INDEXNOW_KEY: defineVariable(
    createOptionalVariableSchema(
      z
        .string()
        .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits and hyphens')
        // IndexNow's key file `/KEY.txt` must not have the name of another text file, such as `/security.txt`.
        .refine(
          (key) => !RESERVED_ALIASES.has(`${key.toLowerCase()}.txt`),
          'must not be the name of another text file, such as security, since /security.txt exists',
        ),
    ),
    '',
    'Key for IndexNow, which tells search engines about changed pages within minutes: 8 to 128 letters, digits and hyphens of your choice. Served at `/KEY.txt`. Default: search engines find changes in the sitemap.',
  ),
  INDEXNOW_URL: defineVariable(
    webUrlSchema,
    'https://api.indexnow.org/indexnow',
    'URL that receives the URLs of changed pages, if `INDEXNOW_KEY` is set.',
  ),
  WEBSUB_HUB_URL: defineVariable(
    createOptionalVariableSchema(webUrlSchema),
    '',
    'WebSub hub that is notified of changed feeds, and that feeds name to their readers, such as `https://pubsubhubbub.appspot.com/`. Default: feed readers poll.',
  ),
} as const;

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Returns true if `text` is an IP address, a network such as 10.0.0.0/8, or the name of a network that Fastify's
 * `trustProxy` supports, such as `loopback`.
 */
function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = '', bits = '1', ...rest] = text.split('/');
  const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^[1-9]\d*$/.test(bits) && Number(bits) <= maxBits;
}
