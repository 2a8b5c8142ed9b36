/**
 * Servers that few tests need: each is started when the first of them asks for it, and serves all others.
 *
 * - `configured`: HTTPS and HTTP/2 with a certificate that nobody vouches for, reCAPTCHA, an ad network on an origin of
 *   its own.
 * - `sandboxed`: an ad network in a sandbox of its own origin.
 * - `shipped`: the library that ships, and the voices that are built in.
 */
export type ServerName = 'configured' | 'sandboxed' | 'shipped';

/** Milliseconds in which it is there: it may have to be started on a busy machine. */
export const SERVER_WITHIN = 120_000;

/** The origin of such a server. For `beforeAll`, with {@link SERVER_WITHIN} as its timeout. */
export async function serverNamed(name: ServerName): Promise<string> {
  const response = await fetch(`${process.env.OTHER_SERVERS}/${name}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
