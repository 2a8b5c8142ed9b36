/**
 * Servers that only a few tests need. Each server starts when the first test requests it, and then also serves other
 * tests.
 *
 * - `configured`: HTTPS and HTTP/2 with a self-signed certificate, reCAPTCHA, and an ad network on a second origin.
 * - `sandboxed`: an ad network in sandboxed frames.
 * - `shipped`: the shipped library, and the built-in voices.
 */
export type ServerName = 'configured' | 'sandboxed' | 'shipped';

/** How many milliseconds to wait for a requested server. The server may have to start first, on a busy machine. */
export const SERVER_START_TIMEOUT = 120_000;

/**
 * Returns the origin of a server, which is started if necessary. Call it in `beforeAll`, with
 * {@link SERVER_START_TIMEOUT} as the timeout.
 */
export async function getOrStartNamedServer(name: ServerName): Promise<string> {
  const response = await fetch(`${process.env.OTHER_SERVERS}/${name}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
