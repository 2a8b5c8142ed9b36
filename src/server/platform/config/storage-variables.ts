import { z } from 'zod';
import {
  createOptionalVariableSchema,
  createWholeNumberSchema,
  defineVariable,
  webUrlSchema,
} from './variable.ts';

/**
 * Maximum number of days until deleted accounts are purged. The privacy policy promises that a deleted account's data
 * is gone within ninety days (spec 9, "Legal"). The purge runs once a day, so the data may remain for up to a day
 * longer than this setting.
 */
const MAX_DAYS_UNTIL_PURGE = 89;

/** Environment variables for databases, files, content and retention periods. */
export const STORAGE_VARIABLES = {
  DATA_DIR: defineVariable(
    z.string().min(1),
    'data',
    'Folder for the embedded database and generated images.',
  ),
  NARRATOR_MODEL: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Folder of a neural text-to-speech model; `npm run narrator:neural` downloads one. Default: the built-in voices.',
  ),
  RECORDINGS_KEPT_DAYS: defineVariable(
    createWholeNumberSchema(1, 3650),
    '7',
    'Days to keep an unused recording whose article or voice has changed; at least 1.',
  ),
  DATABASE_URL: defineVariable(
    createOptionalVariableSchema(
      z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }),
    ),
    '',
    'PostgreSQL 15 or newer. Default: the embedded database in `DATA_DIR`.',
  ),
  DATABASE_REPLICA_URL: defineVariable(
    createOptionalVariableSchema(
      z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }),
    ),
    '',
    'A replica of `DATABASE_URL`, from which public pages and the public API read while the primary cannot be reached. Default: they respond with 503 unless they are cached.',
  ),
  REDIS_URL: defineVariable(
    createOptionalVariableSchema(
      z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// URL' }),
    ),
    '',
    'Redis for rate limits shared by all processes. Default: each process counts separately.',
  ),
  FILES_S3_BUCKET: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'S3-compatible bucket for images and other files. Default: a folder in `DATA_DIR`.',
  ),
  FILES_S3_ENDPOINT: defineVariable(
    createOptionalVariableSchema(webUrlSchema),
    '',
    'URL of the S3-compatible server. Default: Amazon S3 in `FILES_S3_REGION`.',
  ),
  FILES_S3_REGION: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Region of the bucket, such as `eu-central-1`; `us-east-1` if the server has no regions.',
  ),
  FILES_S3_KEY_ID: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Access key ID. It needs permission to list the bucket and to read, write and delete objects.',
  ),
  FILES_S3_SECRET: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Secret access key.',
  ),
  ACCOUNT_PURGE_DAYS: defineVariable(
    createWholeNumberSchema(0, MAX_DAYS_UNTIL_PURGE),
    '30',
    'Days between deleting an account and purging its data; at most 89.',
  ),
  ALLOW_OLDER_LIBRARY: defineVariable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Allows the database at `DATABASE_URL` to be rolled back to an older edition of `content/`, to undo a release.',
  ),
  ALLOW_NEWER_SCHEMA: defineVariable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Starts although a newer release has migrated the database, to roll back a release whose migrations only add to the schema.',
  ),
  SHOW_DRAFTS: defineVariable(
    z.stringbool({ error: 'must be true or false' }),
    'false',
    'Publishes the drafts in `content/` for preview. Not allowed if `APP_ENV` is `prod`.',
  ),
} as const;
