import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { classifySmtpError, type MailFailure, type SmtpError } from './mail-error.ts';
import { createSmtpSender, type Mail } from './smtp.ts';
import { getMailHeader, TestMailServer } from './testing/test-mail-server.ts';

const ADA = 'ada@example.org';
const MAIL: Mail = {
  from: { name: 'Octavo', address: 'letter@octavo.example' },
  to: { name: 'Ada', address: ADA },
  replyTo: { name: 'Octavo', address: 'team@octavo.example' },
  subject: 'A letter',
  messageId: '<one@octavo.example>',
  text: 'Plain',
  html: '<p>Rich</p>',
  headers: { 'List-Id': 'Letter <letter.octavo.example>' },
};
const NEVER_ABORTED = new AbortController().signal;

describe('a mail', () => {
  const server = new TestMailServer();
  let release = () => {};

  beforeAll(() => server.start());
  beforeEach(() => {
    server.mails.length = server.refusals.length = 0;
    server.rejectedRecipients.clear();
    server.pause = Promise.resolve();
  });
  afterEach(() => release());
  afterAll(() => server.stop());

  const send = (timeouts = {}, signal = NEVER_ABORTED) =>
    createSmtpSender(server.url, timeouts)(MAIL, signal);
  const getFailure = (sending: Promise<void>): Promise<MailFailure | undefined> =>
    sending.then(
      () => undefined,
      ({ failure }) => failure,
    );
  /** Makes the server receive an email's content, but not confirm it until the test ends. */
  function pauseAfterContent(): void {
    const paused = Promise.withResolvers<void>();
    release = paused.resolve;
    server.pause = paused.promise;
  }

  it('has both parts and its headers', async () => {
    await send();
    const [mail] = server.mails;
    expect([mail!.from, mail!.to]).toEqual(['letter@octavo.example', [ADA]]);
    expect(getMailHeader(mail!, 'content-type')).toMatch(/^multipart\/alternative/);
    expect(getMailHeader(mail!, 'list-id')).toBe('Letter <letter.octavo.example>');
    expect(mail!.source).toMatch(/Plain[\s\S]*<p>Rich<\/p>/);
  });

  it.each<[code: number, sentence: string, failure: MailFailure]>([
    [550, '5.1.1 No such user', 'invalid-recipient'],
    [550, 'No such user here', 'invalid-recipient'],
    [550, '5.7.1 Relaying denied', 'refused'],
    [451, '4.7.1 Greylisted', 'postponed'],
    [421, '4.3.2 Shutting down', 'unreachable'],
  ])(
    'fails with the matching reason if its recipient is rejected with %i %s: %s',
    async (code, sentence, failure) => {
      server.rejectedRecipients.set(ADA, { code, sentence });
      expect(await getFailure(send())).toBe(failure);
      expect(server.mails).toEqual([]);
    },
  );

  it.each<[code: number, sentence: string, failure: MailFailure]>([
    [554, '5.7.1 Looks like spam', 'refused'],
    [550, '5.1.1 No such user', 'invalid-recipient'],
    [452, '4.3.1 Disk full', 'postponed'],
  ])(
    'fails with the matching reason if its content is rejected with %i %s: %s',
    async (code, sentence, failure) => {
      server.refusals.push({ code, sentence });
      expect(await getFailure(send())).toBe(failure);
    },
  );

  it('that the server does not confirm may have been accepted', async () => {
    pauseAfterContent();
    expect(await getFailure(send({ socketTimeout: 200 }))).toBe('unknown');
    expect(server.mails).toHaveLength(1);
  });

  it('may have been accepted if it is aborted after its content was sent', async () => {
    pauseAfterContent();
    const controller = new AbortController();
    const sending = getFailure(send({}, controller.signal));
    await expect.poll(() => server.mails.length).toBe(1);
    controller.abort();
    expect(await sending).toBe('unknown');
  });

  it('was not sent if it is aborted before', async () => {
    expect(await getFailure(send({}, AbortSignal.abort()))).toBe('unreachable');
    expect(server.mails).toEqual([]);
  });
});

describe('a mail through a broken server', () => {
  const connections = new Set<Socket>();
  let server: Server;
  afterEach(() => {
    for (const connection of connections) connection.destroy();
    server.close();
  });

  /**
   * Starts a server that calls `onConnection` for each connection, and sends an email through this server. Returns the
   * reason why the email was not sent.
   */
  async function sendThrough(onConnection: (connection: Socket) => void): Promise<MailFailure> {
    server = createServer((connection) => {
      connections.add(connection.on('error', () => {}));
      onConnection(connection);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const send = createSmtpSender(`smtp://127.0.0.1:${port}`, { greetingTimeout: 200 });
    return send(MAIL, NEVER_ABORTED).then(
      () => expect.unreachable(),
      ({ failure }) => failure,
    );
  }

  it('was not sent if the server is silent', async () => {
    expect(await sendThrough(() => {})).toBe('unreachable');
  });

  it('was not sent if the server ends the connection', async () => {
    expect(await sendThrough((connection) => connection.end())).toBe('unreachable');
  });

  it('was not sent if the server rejects all clients', async () => {
    const failure = await sendThrough((connection) => connection.end('554 5.7.1 Go away\r\n'));
    expect(failure).toBe('unreachable');
  });
});

describe('an error of nodemailer', () => {
  it.each<[description: string, error: Partial<SmtpError>, failure: MailFailure]>([
    ['about the login', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'unreachable'],
    [
      'about the sender',
      { code: 'EENVELOPE', responseCode: 553, command: 'MAIL FROM' },
      'unreachable',
    ],
    ['about an invalid address', { code: 'EENVELOPE', command: 'API' }, 'invalid-recipient'],
    ['about the size of the mail', { code: 'EMESSAGE', command: 'MAIL FROM' }, 'refused'],
    ['without a code', {}, 'unreachable'],
  ])('%s does not count as unknown', (_description, error, failure) => {
    expect(classifySmtpError(Object.assign(new Error('no'), error), false)).toBe(failure);
  });
});
