/**
 * Runs one attack in a separate process, so that its own load does not count as the server's slowness:
 *
 * attacker.ts ORIGIN MILLISECONDS NAME
 *
 * Sends the outcome to its parent process.
 */
import { ATTACKS } from './attacks.ts';
import { STREAM_ATTACKS } from './stream-attacks.ts';

const [origin, milliseconds, name] = process.argv.slice(2);
const attack = [...ATTACKS, ...STREAM_ATTACKS].find((attack) => attack.name === name);
if (!attack) throw new Error(`There is no attack named ${name}.`);
process.send!(await attack.run(new URL(origin!), Number(milliseconds)));
process.disconnect();
