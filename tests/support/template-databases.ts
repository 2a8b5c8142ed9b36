/**
 * Before and after a run of Vitest: the folder of the databases that tests copy (`src/server/testing/templates.ts`). A
 * file in it with the name of a database stands for one on the PostgreSQL server.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { onServer } from '#server/testing/server.ts';

export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-templates-'));
  process.env.TEST_TEMPLATES = folder;
  // In watch mode, the next run may be of other migrations.
  project.onTestsRerun(() => empty(folder));
  return async () => {
    await empty(folder);
    rmSync(folder, { recursive: true });
  };
}

async function empty(folder: string): Promise<void> {
  for (const file of readdirSync(folder)) {
    if (!file.includes('.tar')) await onServer(`DROP DATABASE ${file} WITH (FORCE)`);
    rmSync(path.join(folder, file));
  }
}
