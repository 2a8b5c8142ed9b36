import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that operating systems assign themselves: Linux from 32768, others from 49152. */
const [LOWEST, HIGHEST] = [15_000, 32_000];

/**
 * Returns a port that nobody listens on. It stays free until it is used, since systems assign higher ports. `undefined`
 * if this machine does not have the address.
 */
export async function findFreePort(host: string): Promise<number | undefined> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    const server = createServer().listen(port, host);
    try {
      // Rejects with the server's error.
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
