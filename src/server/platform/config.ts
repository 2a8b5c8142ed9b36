import path from 'node:path';
import type { z } from 'zod';
import { listCombinationErrors } from './config/combinations.ts';
import { MEMBERSHIP_VARIABLES } from './config/membership-variables.ts';
import { APP_ENVS, SERVER_VARIABLES } from './config/server-variables.ts';
import { SIGN_IN_AND_CONTACT_VARIABLES } from './config/sign-in-and-contact-variables.ts';
import { SPEECH_SERVICE_VARIABLES } from './config/speech-service-variables.ts';
import { STORAGE_VARIABLES } from './config/storage-variables.ts';
import { STUDIO_VARIABLES } from './config/studio-variables.ts';
import { isLocalOrigin } from './http/local-requests.ts';

/** All environment variables. A test compares this table with `docs/configuration.md`. */
export const ENVIRONMENT_VARIABLES = {
  ...SERVER_VARIABLES,
  ...STORAGE_VARIABLES,
  ...SPEECH_SERVICE_VARIABLES,
  ...SIGN_IN_AND_CONTACT_VARIABLES,
  ...MEMBERSHIP_VARIABLES,
  ...STUDIO_VARIABLES,
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
 * Reads and validates the environment. An empty variable is treated as unset. Throws {@link ConfigError}, which lists
 * every invalid variable.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { schema, fallback }] of Object.entries(ENVIRONMENT_VARIABLES)) {
    const rawValue = env[name] || fallback;
    const parsed = (schema as z.ZodType).safeParse(rawValue);
    if (parsed.success) values[name] = parsed.data;
    else {
      const printedValue = SECRET_NAMES.test(name) ? '…' : rawValue;
      problems.push(`  ${name}="${printedValue}": ${parsed.error.issues[0]?.message}`);
    }
  }
  values.SUBSCRIPTIONS ??= values.APP_ENV !== 'prod';
  problems.push(...listCombinationErrors(values, env));
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
 * Reads and validates the environment like {@link readConfig}, for a process that serves readers. Also throws
 * {@link ConfigError} if APP_ENV is unset and other machines can connect to the server. In that case, APP_ENV would
 * default to `dev`, and its demo sign-in would let anyone sign in.
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
const SECRET_NAMES = /SECRET|_(KEY|URL|TOKEN)$/;
