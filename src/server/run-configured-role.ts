import type { WebBuild } from './pages/web-build.ts';
import { type Config, ConfigError, readServerConfig } from './platform/config.ts';
import { createDataFolder, lockDataFolder } from './platform/db/data-folder.ts';
import { openDatabase } from './platform/db/open.ts';
import { describeDiskError } from './platform/disk-error.ts';
import { readCertificate } from './platform/http/certificate.ts';
import { StartError } from './platform/start-error.ts';

/**
 * Runs Octavo in the role that is configured in the environment, until the process is stopped. If the start fails,
 * prints the reason and exits with code 1.
 */
export async function runConfiguredRole(loadWeb: () => Promise<WebBuild>): Promise<void> {
  let config: Config | undefined;
  try {
    config = readServerConfig(process.env);
    await (config.ROLE === 'worker' ? runWorkerRole(config) : runServerRole(config, loadWeb));
  } catch (error) {
    const sentence = describeStartError(error, config);
    if (!sentence) throw error;
    console.error(sentence);
    process.exit(1);
  }
}

/**
 * Returns a message for the operator about the cause of a failed start. Returns `undefined` if the cause is a bug. In
 * that case, the stack trace is printed instead.
 */
function describeStartError(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  // A full disk can make any step of the startup fail.
  return config && !config.DATABASE_URL ? describeDiskError(config.DATA_DIR, error) : undefined;
}

async function runWorkerRole(config: Config): Promise<void> {
  const { runWorker } = await import('./worker.ts');
  await runWorker(config);
}

/** Locks the data folder, starts to open the database, and loads the server's other modules in the meantime. */
async function runServerRole(config: Config, loadWeb: () => Promise<WebBuild>): Promise<void> {
  const { DATABASE_URL, DATABASE_REPLICA_URL, DATA_DIR, ALLOW_NEWER_SCHEMA } = config;
  const certificate = readCertificate(config);
  // If the database is a PostgreSQL server, several processes may share the data folder, so it is not locked.
  createDataFolder(DATA_DIR);
  const folder = DATABASE_URL ? undefined : await lockDataFolder(DATA_DIR);
  const opening = openDatabase(
    folder ? { folder } : { url: DATABASE_URL!, replicaUrl: DATABASE_REPLICA_URL },
    { allowNewerSchema: ALLOW_NEWER_SCHEMA },
  );
  // This handler prevents an unhandled rejection. The error is handled when `runServer` awaits `opening`.
  opening.catch(() => {});
  const { runServer } = await import('./run-server.ts');
  await runServer(config, { folder, opening, certificate, web: loadWeb() });
}
