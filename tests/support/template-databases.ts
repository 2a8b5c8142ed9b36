/**
 * Prepares the template databases that tests copy (`src/server/testing/templates.ts`). Templates for PGlite are files
 * in a folder that is named after a hash of the sources, and later test runs reuse them. Templates on a PostgreSQL
 * server are dropped after the test run. Their names are recorded in the test run's folder, as one file for each
 * database.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { runStatementOnPostgres } from '#server/testing/postgres-server.ts';
import { hashFiles, STATE_FOLDER } from '../../scripts/setup/stamps.mjs';

const FOLDER_PREFIX = 'test-templates-';
const SOURCES = [
  'package-lock.json',
  'src/server',
  'src/covers',
  'src/demo',
  'src/speech',
  'src/domain',
  'content',
];

export default function setup(project: TestProject): () => Promise<void> {
  const runFolder = mkdtempSync(path.join(tmpdir(), 'octavo-templates-'));
  process.env.TEST_RUN = runFolder;
  process.env.TEST_TEMPLATES = prepareTemplateFolder();
  // In watch mode, the templates are prepared again before each run, because migrations may have
  // changed since the previous run.
  project.onTestsRerun(async () => {
    await dropDatabases(runFolder);
    process.env.TEST_TEMPLATES = prepareTemplateFolder();
  });
  return async () => {
    await dropDatabases(runFolder);
    rmSync(runFolder, { recursive: true });
  };
}

/** Returns the folder for templates from the current sources. Removes folders with templates from other sources. */
function prepareTemplateFolder(): string {
  const hash = hashFiles(SOURCES, (file) => !file.endsWith('.test.ts')).slice(0, 16);
  for (const folder of readdirSync(STATE_FOLDER))
    if (folder.startsWith(FOLDER_PREFIX) && folder !== FOLDER_PREFIX + hash)
      rmSync(path.join(STATE_FOLDER, folder), { recursive: true });
  return path.join(STATE_FOLDER, FOLDER_PREFIX + hash);
}

async function dropDatabases(runFolder: string): Promise<void> {
  for (const file of readdirSync(runFolder)) {
    if (!file.endsWith('.claim'))
      await runStatementOnPostgres(`DROP DATABASE ${file} WITH (FORCE)`);
    rmSync(path.join(runFolder, file));
  }
}
