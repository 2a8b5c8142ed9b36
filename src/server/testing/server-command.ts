import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** What `npm start` gives to Node: its options, and the server, as a path from the root. */
export const SERVER_COMMAND_ARGUMENTS: readonly string[] = startScript().split(' ').slice(1);

function startScript(): string {
  return JSON.parse(readFileSync(PACKAGE, 'utf8')).scripts.start;
}
