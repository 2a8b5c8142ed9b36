import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { STATE_MACHINES_BY_DOCS_PAGE } from '#domain/statuses/machines.ts';
import { renderStateMachinePage } from '#domain/statuses/state-machine-page.ts';

/** This script implements `npm run docs:states`. It generates a page in `docs/states/` for each state machine. */
const FOLDER = path.join(import.meta.dirname, '../docs/states');

mkdirSync(FOLDER, { recursive: true });
for (const [name, machine] of Object.entries(STATE_MACHINES_BY_DOCS_PAGE))
  writeFileSync(path.join(FOLDER, `${name}.md`), renderStateMachinePage(name, machine));
