import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of the folder into which `scripts/build.mjs` writes the build. */
export const DIST_FOLDER = path.join(fileURLToPath(import.meta.url), '../../../../dist');
