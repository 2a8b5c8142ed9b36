/**
 * Changes the clock of a server under test and of its threads. The file at the path in CLOCK_OFFSET_FILE contains the
 * milliseconds to add. Node.js imports this module before the server.
 */
import { readFileSync } from 'node:fs';
import { installMovedDate } from '../../support/moved-date.ts';

const file = process.env.CLOCK_OFFSET_FILE!;
Object.defineProperty(globalThis, 'clockOffset', { get: () => Number(readFileSync(file, 'utf8')) });
installMovedDate();
