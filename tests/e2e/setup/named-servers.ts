import type { ReceivedMail } from '#server/platform/mail/testing/mail-server.ts';

/**
 * Servers that only a few tests need. Each server starts when the first test requests it, and then also serves other
 * tests.
 *
 * - `configured`: HTTPS and HTTP/2 with a self-signed certificate, reCAPTCHA, and an ad network on a second origin.
 * - `mailing`: a mail server that stores all mails, and a clock that shows the morning of the weekly letter.
 * - `returning`: a clock that a test moves ({@link moveClock}).
 * - `sandboxed`: an ad network in sandboxed frames.
 * - `shipped`: the shipped library, and the built-in voices.
 */
export type ServerName = 'configured' | 'mailing' | 'returning' | 'sandboxed' | 'shipped';

/** How many milliseconds to wait for a requested server. The server may have to start first, on a busy machine. */
export const SERVER_START_TIMEOUT = 240_000;

/**
 * Returns the origin of a server, which is started if necessary. Call it in `beforeAll`, with
 * {@link SERVER_START_TIMEOUT} as the timeout.
 */
export async function getOrStartNamedServer(name: ServerName): Promise<string> {
  return request(name);
}

/** Returns the mails that the server `mailing` has sent, oldest first. */
export async function fetchSentMails(): Promise<ReceivedMail[]> {
  return JSON.parse(await request('mailing/mails'));
}

/** Moves the clock of the server `returning` to a time. Returns the milliseconds by which it is fast. */
export async function moveClock(time: Date): Promise<number> {
  return Number(await request(`returning/${time.getTime() - Date.now()}`));
}

async function request(path: string): Promise<string> {
  const response = await fetch(`${process.env.OTHER_SERVERS}/${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
