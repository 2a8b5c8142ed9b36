import type { WebBuild } from './pages/web-build.ts';
import { type Config, ConfigError, readServerConfig } from './platform/config.ts';
import { createDataFolder, lockDataFolder } from './platform/db/data-folder.ts';
import { openDatabase } from './platform/db/open.ts';
import { describeDiskError } from './platform/disk-error.ts';
import { readCertificate } from './platform/http/certificate.ts';
import { StartError } from './platform/start-error.ts';

/**
 * Runs Octavo until the process is stopped, in the role that the environment sets. If it cannot start, prints why and exits
 * with 1.
 */
export async function serve(loadWeb: () => Promise<WebBuild>): Promise<void> {
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

/** Returns the message for an operator; `undefined` for a bug, whose stack is printed. */
function describeStartError(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  // A full disk can make any step fail.
  return config && !config.DATABASE_URL ? describeDiskError(config.DATA_DIR, error) : undefined;
}

async function runWorkerRole(config: Config): Promise<void> {
  const { startWorker } = await import('./worker.ts');
  await startWorker(config);
}

/** Locks the data folder and opens the database in a thread, while this thread loads the rest of the server. */
async function runServerRole(config: Config, loadWeb: () => Promise<WebBuild>): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = config;
  const certificate = readCertificate(config);
  // Without a database in it, processes may share the folder.
  createDataFolder(DATA_DIR);
  const folder = DATABASE_URL ? undefined : await lockDataFolder(DATA_DIR);
  const opening = openDatabase(folder ? { folder } : { url: DATABASE_URL! });
  // The rejection is handled where the database is awaited.
  opening.catch(() => {});
  const { runServer } = await import('./run-server.ts');
  await runServer(config, { folder, opening, certificate, web: loadWeb() });
}
