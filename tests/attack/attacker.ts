/**
 * Runs one attack in a separate process, so that the attack does not slow down the measuring process. Sends the parent
 * process the number of responses of each kind that the attacker received.
 *
 * attacker.ts ORIGIN MILLISECONDS NAME
 */
import { HTTP1_ATTACKS } from './http1-attacks.ts';
import { HTTP2_ATTACKS } from './http2-attacks.ts';

const [origin, milliseconds, name] = process.argv.slice(2);
const attack = [...HTTP1_ATTACKS, ...HTTP2_ATTACKS].find((attack) => attack.name === name);
if (!attack) throw new Error(`There is no attack named ${name}.`);
process.send!(await attack.run(new URL(origin!), Number(milliseconds)));
process.disconnect();
