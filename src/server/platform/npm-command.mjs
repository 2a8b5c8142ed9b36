// @ts-check
/**
 * This module is plain JavaScript, because the setup script loads it before packages are installed, possibly with an
 * old version of Node.js.
 */
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/**
 * Returns the command that runs npm. If possible, uses the npm and the Node.js that started this process. Otherwise,
 * uses the npm found in the `PATH`. Never uses the Node.js in the project's `node_modules`, because installing packages
 * may replace it.
 */
export function getNpmCommand() {
  const npmScript = process.env.npm_execpath ?? '';
  const node = [process.env.npm_node_execpath ?? '', process.execPath].find(
    (path) => existsSync(path) && relative(MODULES, path).startsWith('..'),
  );
  return node !== undefined && /npm-cli\.c?js$/.test(npmScript) && existsSync(npmScript)
    ? { command: node, args: [npmScript], throughShell: false }
    : { command: 'npm', args: [], throughShell: process.platform === 'win32' };
}
