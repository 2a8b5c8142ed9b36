import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Range of the ports that tests use. Operating systems assign only higher ports automatically: Linux from 32768, other
 * systems from 49152.
 */
const [MIN_PORT, MAX_PORT] = [15_000, 32_000];

/**
 * Returns an unused port on the address `host`, or `undefined` if the machine does not have this address. `choosePort`
 * chooses the ports to try, at random by default. The operating system will not assign the returned port to another
 * program, because it assigns only higher ports automatically.
 */
export async function findFreePort(
  host: string,
  choosePort = () => randomInt(MIN_PORT, MAX_PORT),
): Promise<number | undefined> {
  for (;;) {
    const port = choosePort();
    const server = createServer().listen(port, host);
    try {
      // `once` rejects if the server emits an error, such as EADDRINUSE.
      await once(server, 'listening');
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (['EADDRINUSE', 'EACCES'].includes(code)) continue;
      return undefined;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
