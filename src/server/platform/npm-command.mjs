// @ts-check
/** Plain JavaScript, because the setup loads this module with any Node before the packages are installed. */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/**
 * Returns the command for the npm and the Node that started this process, or for the npm in the PATH. The project's own
 * Node is not used, since an installation may replace it.
 */
export function npmCommand() {
  const npmScript = process.env.npm_execpath ?? '';
  const node = [process.env.npm_node_execpath ?? '', process.execPath].find(
    (path) => existsSync(path) && relative(MODULES, path).startsWith('..'),
  );
  return node !== undefined && /npm-cli\.c?js$/.test(npmScript) && existsSync(npmScript)
    ? { command: node, args: [npmScript], throughShell: false }
    : { command: 'npm', args: [], throughShell: process.platform === 'win32' };
}
