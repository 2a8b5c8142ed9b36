import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { z } from 'zod';
import { StartError } from '#server/platform/start-error.ts';
import type { BackupContents } from './archive.ts';
import { type BackupSource, createBackup } from './create-backup.ts';

const requestSchema = z.strictObject({ file: z.string().refine(path.isAbsolute) });
const NO_LISTENER_CODES = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']);

type BackupResponse = { contents: BackupContents } | { error: string };

/**
 * Listens on a socket for backup requests from other processes ({@link requestBackup}). While this process has the
 * embedded database in `folder` open, other processes cannot read the database, so this process writes the backup for
 * them. Only processes of the same user account can connect to the socket.
 *
 * Creating the socket fails if its path is longer than about 100 bytes (107 on Linux), or if the file system does not
 * support sockets. In this case, a warning is logged, and operators must stop the server to make a backup. Returns a
 * function that stops listening.
 */
export async function acceptBackupRequests(
  folder: string,
  source: BackupSource,
  log: Logger,
): Promise<() => Promise<void>> {
  const server = createServer(
    (incoming, response) => void handleBackupRequest(incoming, response, source, log),
  );
  // Disables Node's time limit for receiving a request. Node does not limit the time until the response, so a backup
  // may take as long as it needs.
  server.requestTimeout = 0;
  const socketPath = getSocketPath(folder);
  try {
    // This process has locked the data folder, so any existing socket was left behind by a process that crashed.
    rmSync(socketPath, { force: true });
    const umask = process.umask(0o177);
    server.listen(socketPath);
    process.umask(umask);
    await once(server, 'listening');
  } catch (error) {
    log.warn(
      { err: error },
      'Backups need a stop of the server: the backup socket could not be opened',
    );
    return async () => {};
  }
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

/**
 * Asks the process that has locked a data folder to write a backup to `file`, an absolute path. Returns `undefined` if
 * no process listens on the folder's backup socket. Throws {@link StartError} if the backup failed.
 */
export async function requestBackup(
  folder: string,
  file: string,
): Promise<BackupContents | undefined> {
  const clientRequest = request({
    socketPath: getSocketPath(folder),
    method: 'POST',
    path: '/backup',
  });
  clientRequest.end(JSON.stringify({ file }));
  let result: BackupResponse;
  try {
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    result = (await json(response)) as BackupResponse;
  } catch (error) {
    if (NO_LISTENER_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new StartError(`The running server broke off the backup: ${(error as Error).message}.`);
  }
  if ('error' in result) throw new StartError(result.error);
  return result.contents;
}

async function handleBackupRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  source: BackupSource,
  log: Logger,
): Promise<void> {
  let result: BackupResponse;
  try {
    const { file } = requestSchema.parse(await json(incoming));
    result = { contents: await createBackup(source, file) };
  } catch (error) {
    if (!(error instanceof StartError)) log.error({ err: error }, 'Backup failed');
    result = { error: (error as Error).message };
  }
  response.end(JSON.stringify(result));
}

/** Returns the path of a data folder's backup socket. On Windows, it is the name of a named pipe. */
function getSocketPath(folder: string): string {
  if (process.platform !== 'win32') return path.join(folder, 'octavo.sock');
  return `\\\\.\\pipe\\octavo-${createHash('sha256').update(path.resolve(folder)).digest('hex')}`;
}
