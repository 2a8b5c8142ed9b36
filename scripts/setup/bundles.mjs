// @ts-check
/** Builds the browser and server bundles of the React apps by running scripts/build.mjs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_NODE_PATH } from './packages.mjs';
import { runQuietly } from './run-quietly.mjs';
import { hashFiles, ROOT, readStamp, removeStamp, writeStamp } from './stamps.mjs';

const STAMP = join(ROOT, 'dist', 'made-from');

/**
 * Files and folders whose changes require a new build. scripts/ contains Vite plugins, and tools/licences contains the
 * code that writes the third-party notices.
 */
const INPUTS = [
  'content/pages',
  'src/domain',
  'src/ui',
  'src/web',
  'src/studio',
  'scripts',
  'tools/licences',
  'vite.config.ts',
  'vite.service-worker.config.ts',
  'vite.studio.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];

const OUTPUTS = [
  'dist/builds.json',
  'dist/client/.vite/manifest.json',
  'dist/client/.vite/studio.json',
  'dist/client/licences.txt',
  'dist/client/sw.js',
  'dist/server/entry-server.js',
];

/** @type {import('../setup.mjs').Step} */
export const buildBundlesStep = {
  name: 'bundles',

  isCurrent: () =>
    OUTPUTS.every((path) => existsSync(join(ROOT, path))) && readStamp(STAMP) === hashInputs(),

  async run() {
    // The inputs are hashed before the build. If a file changes during the build, its hash differs from the stored one,
    // and the next setup builds again.
    const inputHash = hashInputs();
    removeStamp(STAMP);
    const { hasSucceeded, lastLines } = await runQuietly(PROJECT_NODE_PATH, ['scripts/build.mjs'], {
      env: { NO_COLOR: '1' },
    });
    if (!hasSucceeded)
      throw new Error('The build failed; see its last lines above.', { cause: lastLines });
    writeStamp(STAMP, inputHash);
    const [build] = JSON.parse(readFileSync(join(ROOT, 'dist', 'builds.json'), 'utf8'));
    return `${build.id}, ${build.assets.length} files`;
  },
};

function hashInputs() {
  return hashFiles(INPUTS, (path) => !/\.test\.tsx?$/.test(path));
}
