import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts';
import { describeDiskError } from '#server/platform/disk-error.ts';
import { StartError } from '#server/platform/start-error.ts';
import type { BackupContents } from './archive.ts';

/**
 * Runs a command with the configuration from the environment. For an error that the operator can fix, prints a message
 * without a stack trace and sets the exit code to 1. Such errors are {@link ConfigError}, {@link StartError}, a full
 * disk, and missing permissions for the data folder. Rethrows all other errors.
 */
export async function runCliCommand(command: (config: Config) => Promise<void>): Promise<void> {
  let config: Config | undefined;
  try {
    config = readConfig(process.env);
    await command(config);
  } catch (error) {
    const isForUser = error instanceof ConfigError || error instanceof StartError;
    const message = isForUser ? error.message : config && describeDataFolderError(config, error);
    if (!message) throw error;
    console.error(message);
    process.exitCode = 1;
  }
}

function describeDataFolderError(
  { DATA_DIR, DATABASE_URL }: Config,
  error: unknown,
): string | undefined {
  return describeDiskError(DATA_DIR, error, { hasDatabase: !DATABASE_URL });
}

/**
 * Returns the FILE argument of `npm run <name> -- FILE` as an absolute path. Throws {@link StartError} unless there is
 * exactly one argument.
 */
export function parseFileArgument(name: 'backup' | 'restore'): string {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file, ...extraArguments] = positionals;
  if (!file || extraArguments.length) throw new StartError(`Usage: npm run ${name} -- FILE`);
  return path.resolve(file);
}

export function printBackupSummary(
  title: string,
  { createdAt, tables, files }: BackupContents,
): void {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  console.log(title);
  console.log(
    `  ${rows} rows in ${Object.keys(tables).length} tables, ${files} files, as of ${createdAt}`,
  );
}
