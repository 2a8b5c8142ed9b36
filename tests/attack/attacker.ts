/**
 * A process that attacks on its own, so that what it takes is not taken for the server's slowness:
 *
 *   attacker.ts ORIGIN MILLISECONDS NAME
 *
 * It sends what came of it to whoever started it.
 */
import { ATTACKS } from './attacks.ts';
import { STREAM_ATTACKS } from './stream-attacks.ts';

const [origin, milliseconds, name] = process.argv.slice(2);
const attack = [...ATTACKS, ...STREAM_ATTACKS].find((attack) => attack.name === name);
if (!attack) throw new Error(`There is no attack named ${name}.`);
process.send!(await attack.run(new URL(origin!), Number(milliseconds)));
process.disconnect();
