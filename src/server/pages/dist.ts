import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The output folder of `scripts/build.mjs`. */
export const DIST_FOLDER = path.join(fileURLToPath(import.meta.url), '../../../../dist');
