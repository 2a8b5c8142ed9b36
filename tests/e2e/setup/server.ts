import { renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  type ReceivedMail,
  TestMailServer,
} from '#server/platform/mail/testing/test-mail-server.ts';
import { writeCertificateFiles } from '#server/testing/certificate.ts';
import {
  createDataFolderWithPictures,
  createFilledFolders,
  type FilledFolders,
} from './data-folders.ts';
import type { ServerName } from './named-servers.ts';
import type { StandInName } from './stand-ins.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** Path of the module that replaces the stock photo service in the server's process. */
const STOCK = path.join(import.meta.dirname, 'stock.ts');
/** Path of the module that changes the server's clock. */
const MOVED_CLOCK = path.join(import.meta.dirname, 'moved-clock.ts');
const ADSENSE = { ADSENSE_CLIENT: 'ca-pub-1234567890123456', ADSENSE_SLOTS: '11,12,13,14,15' };
const RECAPTCHA = { RECAPTCHA_SITE_KEY: 'a-site-key', RECAPTCHA_SECRET: 'a-secret' };

const STAND_INS: readonly StandInName[] = [
  'library',
  'narrator',
  'pictures',
  'priority',
  'rendering',
  'writer',
];

/**
 * Starts Octavo as `npm start` does, on free ports and with new data folders. Starts one server for tests of readers'
 * pages, and one for tests of the studio, which change the library. The servers of {@link ServerName} start only when a
 * test requests them. Returns a function that stops all servers. The returned function rejects if a server exits with a
 * code other than 0.
 */
export default async function startServers(): Promise<() => Promise<void>> {
  const folders = await createFilledFolders();
  const [readers, studio] = await Promise.all([startReaders(folders), startStudio(folders)]);
  const namedServers = await serveNamedServers(folders);
  Object.assign(process.env, {
    OCTAVO_ORIGIN: readers.origin,
    OCTAVO_WITHDRAWN: folders.earlierUrls.withdrawn,
    OCTAVO_FORMER: folders.earlierUrls.former,
    STUDIO_ORIGIN: studio.origin,
    OTHER_SERVERS: namedServers.origin,
  });
  return async () => {
    await Promise.all([readers.stop(), studio.stop(), namedServers.stop()]);
  };
}

async function startReaders({ copyFolder }: FilledFolders): Promise<RunningServer> {
  return startServer('server', { folder: await copyFolder('earlier'), standIns: STAND_INS });
}

async function startStudio({ copyFolder }: FilledFolders): Promise<RunningServer> {
  return startServer('studio', {
    folder: await copyFolder('filled'),
    settings: () => ({ UNSPLASH_ACCESS_KEY: 'of-the-stand-in' }),
    standIns: STAND_INS,
    imports: [STOCK],
  });
}

interface NamedServer extends RunningServer {
  /** The emails that the server has sent. Omitted if the server is not configured to send email. */
  mails?: readonly ReceivedMail[];
  /**
   * Sets the milliseconds by which the server's clock is ahead of the real time. Omitted if the clock cannot be
   * changed.
   */
  setClockOffset?: (offset: string) => void;
}

/** Returns the functions that start the servers of {@link ServerName}, by server name. */
function createStarters({
  copyFolder,
}: FilledFolders): Record<ServerName, () => Promise<NamedServer>> {
  return {
    async configured() {
      const { TLS_CERT, TLS_KEY, remove } = writeCertificateFiles();
      const server = await startServer('configured', {
        folder: await copyFolder('filled'),
        host: 'localhost',
        settings: (port) => ({
          ...ADSENSE,
          ...RECAPTCHA,
          TLS_CERT,
          TLS_KEY,
          ADS_ORIGIN: `https://127.0.0.1:${port}`,
        }),
        standIns: STAND_INS,
      });
      return { ...server, stop: () => server.stop().finally(remove) };
    },
    async mailing() {
      const mailServer = new TestMailServer();
      await mailServer.start();
      const server = await startServer('mailing', {
        folder: await copyFolder('filled'),
        settings: () => ({
          SMTP_URL: mailServer.url,
          CONTACT_TO: 'team@octavo.example',
          MAIL_FROM: 'letter@octavo.example',
        }),
        standIns: [...STAND_INS, 'letter'],
      });
      const stop = () => server.stop().finally(() => mailServer.stop());
      return { ...server, mails: mailServer.mails, stop };
    },
    async returning() {
      const folder = await copyFolder('filled');
      const file = path.join(folder, 'clock-offset');
      // The file with the clock's offset is replaced atomically, because the server may read it at any moment.
      const setClockOffset = (offset: string) => {
        writeFileSync(`${file}.new`, offset);
        renameSync(`${file}.new`, file);
      };
      setClockOffset('0');
      const server = await startServer('returning', {
        folder,
        standIns: STAND_INS,
        imports: [MOVED_CLOCK],
        variables: { CLOCK_OFFSET_FILE: file },
      });
      return { ...server, setClockOffset };
    },
    async sandboxed() {
      return startServer('sandboxed', {
        folder: await copyFolder('filled'),
        host: 'localhost',
        settings: () => ADSENSE,
        standIns: STAND_INS,
      });
    },
    async shipped() {
      return startServer('shipped', {
        folder: await createDataFolderWithPictures(),
        standIns: ['pictures'],
      });
    },
  };
}

/**
 * Starts an HTTP server that starts the servers of {@link ServerName} on request, so that all test workers can share
 * them. The first request for a name starts the server with that name.
 */
async function serveNamedServers(folders: FilledFolders): Promise<RunningServer> {
  const starters = createStarters(folders);
  const startedServers = new Map<ServerName, Promise<NamedServer>>();
  const httpServer = createServer(async ({ url = '/' }, response) => {
    const [name, argument] = url.slice(1).split('/') as [ServerName, string?];
    const server = startedServers.get(name) ?? starters[name]();
    startedServers.set(name, server);
    try {
      const { origin, mails, setClockOffset } = await server;
      if (argument === 'mails') response.end(JSON.stringify(mails));
      else if (argument && setClockOffset) {
        setClockOffset(argument);
        response.end(argument);
      } else response.end(origin);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => httpServer.once('listening', resolve));
  const { port } = httpServer.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      httpServer.close();
      httpServer.closeAllConnections();
      const servers = await Promise.allSettled(startedServers.values());
      await Promise.all(
        servers.map((result) => result.status === 'fulfilled' && result.value.stop()),
      );
    },
  };
}
