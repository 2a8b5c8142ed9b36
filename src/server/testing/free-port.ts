import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems hand out to whoever asks for any port: Linux from 32768, others from 49152 on. */
const [LOWEST, HIGHEST] = [15_000, 32_000];

/**
 * A port nobody listens on at an address. What asks the system for any port gets another: it stays free
 * until it is used. `undefined` where this machine has no such address.
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
