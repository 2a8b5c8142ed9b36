import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { findFreePort } from '#server/testing/free-port.ts';

/** A received email, with its envelope addresses and its source text. */
export interface ReceivedMail {
  from: string;
  to: string[];
  source: string;
}

/** An error response from the server. */
interface SmtpRefusal {
  code: number;
  sentence: string;
}

/** A real SMTP server that stores the received emails, so that tests can check them. */
export class TestMailServer {
  readonly mails: ReceivedMail[] = [];
  /** The error responses to the next emails, one per email. */
  readonly refusals: SmtpRefusal[] = [];
  /** The error responses to rejected recipients, by address. */
  readonly rejectedRecipients = new Map<string, SmtpRefusal>();
  /** A promise that the server waits for before it confirms a received email. */
  pause: Promise<void> = Promise.resolve();
  #server: SMTPServer | undefined;
  #port = 0;

  get url(): string {
    return `smtp://octavo:secret@127.0.0.1:${this.#port}`;
  }

  /** Starts the mail server. A restarted server uses its previous port. */
  async start(): Promise<void> {
    if (!this.#port) this.#port = (await findFreePort('127.0.0.1'))!;
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        if (username === 'octavo' && password === 'secret') done(null, { user: username });
        else done(new Error('Who are you?'));
      },
      onRcptTo: ({ address }, _session, done) => {
        const refusal = this.rejectedRecipients.get(address);
        done(refusal && toError(refusal));
      },
      onData: async (stream, { envelope }, done) => {
        const source = await text(stream);
        const { mailFrom, rcptTo } = envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
        };
        const refusal = this.refusals.shift();
        if (refusal) return done(toError(refusal));
        this.mails.push(mail);
        await this.pause;
        done();
      },
    });
    // If a test kills a client, the client's connection is reset, which must not fail the test.
    this.#server.on('error', () => {});
    const server = this.#server.listen(this.#port, '127.0.0.1');
    if (!(server.address() as AddressInfo | null)) await once(server, 'listening');
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#server!.close(resolve));
  }
}

function toError({ code, sentence }: SmtpRefusal): Error {
  return Object.assign(new Error(sentence), { responseCode: code });
}

/** Returns the value of an email header as one line, or `undefined` if the header is missing. */
export function getMailHeader({ source }: ReceivedMail, name: string): string | undefined {
  const head = source.split('\r\n\r\n', 1)[0]!.replaceAll(/\r\n[ \t]+/g, ' ');
  const lines = head.split('\r\n').filter((line) => line.toLowerCase().startsWith(`${name}:`));
  if (lines.length > 1) throw new Error(`There is more than one ${name}.`);
  return lines[0]?.slice(name.length + 1).trim();
}
