/**
 * Runs one attack in a separate process, so that the load of the attack itself does not distort the measurements. Sends
 * the outcome to the parent process.
 *
 *   attacker.ts ORIGIN MILLISECONDS NAME
 */
import { ATTACKS } from './attacks.ts';
import { STREAM_ATTACKS } from './stream-attacks.ts';

const [origin, milliseconds, name] = process.argv.slice(2);
const attack = [...ATTACKS, ...STREAM_ATTACKS].find((attack) => attack.name === name);
if (!attack) throw new Error(`There is no attack named ${name}.`);
process.send!(await attack.run(new URL(origin!), Number(milliseconds)));
process.disconnect();
