import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { findFreePort } from '#server/testing/free-port.ts';

/** A letter as it arrived: who it is from and to on the envelope, and all of its text. */
export interface ReceivedMail {
  from: string;
  to: string[];
  source: string;
}

type SmtpRefusal = { code: number; sentence: string } | undefined;

/** A real mail server. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** What the next letters are refused with; what comes after them is taken. */
  readonly refusals: NonNullable<SmtpRefusal>[] = [];
  /** What is waited for before a letter that has arrived is taken. */
  pause: Promise<void> = Promise.resolve();
  #server: SMTPServer | undefined;
  #port = 0;

  get url(): string {
    return `smtp://octavo:secret@127.0.0.1:${this.#port}`;
  }

  /** Starts it, at the same port as before. */
  async start(): Promise<void> {
    if (!this.#port) this.#port = (await findFreePort('127.0.0.1'))!;
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        if (username === 'octavo' && password === 'secret') done(null, { user: username });
        else done(new Error('Who are you?'));
      },
      onData: async (stream, { envelope }, done) => {
        const source = await text(stream);
        const { mailFrom, rcptTo } = envelope;
        const letter = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
        };
        const refusal = this.refusals.shift();
        if (refusal)
          return done(Object.assign(new Error(refusal.sentence), { responseCode: refusal.code }));
        this.mails.push(letter);
        await this.pause;
        done();
      },
    });
    // A client that is killed hangs up.
    this.#server.on('error', () => {});
    const server = this.#server.listen(this.#port, '127.0.0.1');
    if (!(server.address() as AddressInfo | null)) await once(server, 'listening');
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server!.close(resolve));
  }
}

/** A field of a letter's head, unfolded; `undefined` where there is none. */
export function getHeader({ source }: ReceivedMail, name: string): string | undefined {
  const head = source.split('\r\n\r\n', 1)[0]!.replaceAll(/\r\n[ \t]+/g, ' ');
  const lines = head.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name}:`));
  if (lines.length > 1) throw new Error(`There is more than one ${name}.`);
  return lines[0]?.slice(name.length + 1).trim();
}
