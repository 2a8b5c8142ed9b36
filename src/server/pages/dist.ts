import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where `scripts/build.mjs` writes what it makes. */
export const DIST_FOLDER = path.join(fileURLToPath(import.meta.url), '../../../../dist');
