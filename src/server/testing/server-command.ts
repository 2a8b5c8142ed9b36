import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** The arguments that `npm start` passes to Node.js: Node.js options and the server's path. */
export const SERVER_COMMAND_ARGUMENTS: readonly string[] = readStartScript().split(' ').slice(1);

function readStartScript(): string {
  return JSON.parse(readFileSync(PACKAGE, 'utf8')).scripts.start;
}
