/**
 * Moves the clock of a server under test, and of its threads, by the milliseconds in the file CLOCK_OFFSET_FILE. Node.js
 * imports this file before the server.
 */
import { readFileSync } from 'node:fs';
import { installMovedDate } from '../../support/moved-date.ts';

const file = process.env.CLOCK_OFFSET_FILE!;
Object.defineProperty(globalThis, 'clockOffset', { get: () => Number(readFileSync(file, 'utf8')) });
installMovedDate();
