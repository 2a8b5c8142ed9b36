import type { ReceivedMail } from '#server/platform/mail/testing/test-mail-server.ts';

/**
 * The names of servers that only a few tests need. A server starts when the first test requests it, and other tests
 * then use the same server.
 *
 * - `configured`: HTTPS and HTTP/2 with a self-signed certificate, reCAPTCHA, and an ad network on a second origin.
 * - `mailing`: a mail server that stores all emails, and a simulated date on which the weekly letter is due.
 * - `returning`: a clock that tests can change ({@link moveClock}).
 * - `sandboxed`: an ad network in sandboxed frames.
 * - `shipped`: the shipped library, and the built-in voices.
 */
export type ServerName = 'configured' | 'mailing' | 'returning' | 'sandboxed' | 'shipped';

/** Maximum milliseconds until a requested server is available. The server may first have to start on a busy machine. */
export const SERVER_START_TIMEOUT = 240_000;

/**
 * Returns the origin of a server. Starts the server if it is not running. Call this function in `beforeAll`, with
 * {@link SERVER_START_TIMEOUT} as the timeout.
 */
export async function getOrStartNamedServer(name: ServerName): Promise<string> {
  return request(name);
}

/** Returns the emails that the server `mailing` has sent, oldest first. */
export async function fetchSentEmails(): Promise<ReceivedMail[]> {
  return JSON.parse(await request('mailing/mails'));
}

/**
 * Sets the clock of the server `returning` to a time. Returns the milliseconds by which the clock is ahead of the real
 * time.
 */
export async function moveClock(time: Date): Promise<number> {
  return Number(await request(`returning/${time.getTime() - Date.now()}`));
}

async function request(path: string): Promise<string> {
  const response = await fetch(`${process.env.OTHER_SERVERS}/${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
