import type { WebBuild } from './pages/web-build.ts';
import { type Config, ConfigError, readServerConfig } from './platform/config.ts';
import { createDataFolder, lockDataFolder } from './platform/db/data-folder.ts';
import { openDatabase } from './platform/db/open.ts';
import { describeDiskError } from './platform/disk-error.ts';
import { readCertificate } from './platform/http/certificate.ts';
import { StartError } from './platform/start-error.ts';

/**
 * Runs Octavo as this process until it is told to stop: reads the environment, and does what its role is. Ends
 * the process with 1 and a sentence when it cannot start.
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

/** What to tell whoever started Octavo; `undefined` for a fault of ours, which is shown whole. */
function describeStartError(error: unknown, config: Config | undefined): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  // Whatever fails at a start may do so because the disk is full by now.
  return config && !config.DATABASE_URL ? describeDiskError(config.DATA_DIR, error) : undefined;
}

async function runWorkerRole(config: Config): Promise<void> {
  const { startWorker } = await import('./worker.ts');
  await startWorker(config);
}

/** Takes the data folder and opens the database, in a thread of its own, while this one loads the rest of the server. */
async function runServerRole(config: Config, loadWeb: () => Promise<WebBuild>): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = config;
  const certificate = readCertificate(config);
  // Only a database in it makes the folder one process's own.
  createDataFolder(DATA_DIR);
  const folder = DATABASE_URL ? undefined : await lockDataFolder(DATA_DIR);
  const opening = openDatabase(folder ? { folder } : { url: DATABASE_URL! });
  // A failure is handled where the database is waited for.
  opening.catch(() => {});
  const { runServer } = await import('./run-server.ts');
  await runServer(config, { folder, opening, certificate, web: loadWeb() });
}
