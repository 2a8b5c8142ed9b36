import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StandInName } from './stand-ins.ts';
import { E2E_LIBRARY_FOLDER } from './test-library.ts';

/** Path of the module that replaces server modules with stand-ins (simulated versions). */
const STAND_INS_MODULE = path.join(import.meta.dirname, 'stand-ins.ts');

/**
 * Returns the environment variables that make a server use the given stand-ins (simulated versions of modules). The
 * server's child processes inherit these variables, so they use the stand-ins, too.
 */
export function createStandInVariables(standIns: readonly StandInName[]): Record<string, string> {
  return {
    NODE_OPTIONS: [process.env.NODE_OPTIONS, createNodeImportOption(STAND_INS_MODULE)]
      .filter(Boolean)
      .join(' '),
    STAND_INS: standIns.join(),
    TEST_LIBRARY: E2E_LIBRARY_FOLDER,
  };
}

/** Returns the command-line option that makes Node.js import a file before the main program. */
export function createNodeImportOption(file: string): string {
  return `--import=${pathToFileURL(file).href}`;
}
