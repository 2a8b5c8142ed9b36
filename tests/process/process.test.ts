import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SERVER_COMMAND_ARGUMENTS } from '#server/testing/server-command.ts';
import { recordSkippedSuites } from '../../scripts/recap.mjs';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import {
  createDataFolderWithPictures,
  killStartedProcesses,
  QUICK_SET_ENVIRONMENT_VARIABLES,
  type RunningProcess,
  START_TIMEOUT,
  startOctavo,
  startOctavoAndWait,
} from '../support/octavo.ts';

// The timeout is long, because some of the tests start two processes.
vi.setConfig({ testTimeout: 3 * START_TIMEOUT, hookTimeout: 2 * START_TIMEOUT });

/** Starts a process and waits until it exits. Returns its exit code and output. */
async function runToEnd(env: Record<string, string>) {
  const octavo = await startOctavo({
    ...QUICK_SET_ENVIRONMENT_VARIABLES,
    DATA_DIR: await createDataFolderWithPictures(),
    ...env,
  });
  return { code: await octavo.exitCode, output: octavo.output().trim() };
}

describe('a start with invalid settings', () => {
  afterEach(killStartedProcesses);

  it('names every invalid variable and exits with 1', async () => {
    const { code, output } = await runToEnd({
      PORT: 'many',
      APP_ENV: 'production',
      DATABASE_URL: 'x',
    });
    expect(code).toBe(1);
    expect(output.split('\n')).toHaveLength(4);
    for (const name of ['PORT', 'APP_ENV', 'DATABASE_URL']) expect(output).toContain(`${name}="`);
  });

  it.runIf(isRunOfAllTests())('reports in one line that the database is unreachable', async () => {
    const { code, output } = await runToEnd({ DATABASE_URL: 'postgres://x@127.0.0.1:9/none' });
    expect(code).toBe(1);
    expect(output).toMatch(/^Cannot use the database at DATABASE_URL: [^\n]+$/);
  });
});

/**
 * These tests share one data folder, because filling a data folder takes most of the time of a first start. Where
 * possible, they also share one server process.
 */
describe('a server and its data folder', () => {
  let folder: string;
  let runningServer: RunningProcess | undefined;
  beforeAll(async () => {
    folder = await createDataFolderWithPictures();
  });
  afterAll(killStartedProcesses);

  const getServer = async () => {
    runningServer ??= await startOctavoAndWait({
      ...QUICK_SET_ENVIRONMENT_VARIABLES,
      DATA_DIR: folder,
    });
    return runningServer;
  };
  const stopServer = async (signal: 'SIGTERM' | 'SIGINT') => {
    const { process: child, exitCode } = await getServer();
    runningServer = undefined;
    child.kill(signal);
    return exitCode;
  };

  it('refuses a second process with an error that names the first, which continues to serve', async () => {
    const first = await getServer();
    const { code, output } = await runToEnd({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(`^The data folder ${folder} is in use by process ${first.process.pid} on [^\n]+$`),
    );
    expect((await fetch(`${first.origin}/api/v1/articles`)).status).toBe(200);
  });

  it.for(isRunOfAllTests() ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
    'finishes the request in flight after %s and exits with 0',
    async (signal) => {
      const { origin } = await getServer();
      const { pendingRequest, body } = await startRequest(origin);
      const responseEvent = once(pendingRequest, 'response');
      const exitCode = stopServer(signal);
      await expect.poll(() => acceptsConnections(origin)).toBe(false);
      pendingRequest.end(body);
      const [response] = (await responseEvent) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      expect(JSON.parse((await response.toArray()).join(''))).toHaveProperty(
        'data.authors.Plumbline',
      );
      // The exit code 0 shows that the server has stopped within the time limit.
      expect(await exitCode).toBe(0);
    },
  );

  it.runIf(isRunOfAllTests())(
    'reports to load balancers that it is stopping, keeps serving, and exits at the second signal',
    async () => {
      if (runningServer) await stopServer('SIGTERM');
      const {
        process: child,
        origin,
        exitCode,
      } = await startOctavoAndWait({
        DATA_DIR: folder,
        DRAIN_SECONDS: '300',
      });
      const readStatus = async (path: string) => (await fetch(origin + path)).status;
      expect(await readStatus('/health/ready')).toBe(200);
      child.kill('SIGTERM');
      await expect.poll(() => readStatus('/health/ready')).toBe(503);
      expect(await readStatus('/health/live')).toBe(200);
      expect(await readStatus('/api/v1/articles')).toBe(200);
      child.kill('SIGTERM');
      expect(await exitCode).toBe(1);
    },
  );

  it.runIf(isRunOfAllTests())('exits with 0 after the drain time', async () => {
    const { process: child, exitCode } = await startOctavoAndWait({
      DATA_DIR: folder,
      DRAIN_SECONDS: '2',
    });
    child.kill('SIGTERM');
    expect(await exitCode).toBe(0);
  });

  it.runIf(isRunOfAllTests())('exits with 1 if a request is not finished in time', async () => {
    const {
      process: child,
      origin,
      exitCode,
    } = await startOctavoAndWait({
      DATA_DIR: folder,
      STOP_SECONDS: '5',
    });
    const { pendingRequest } = await startRequest(origin);
    // Ignores the request's error, which occurs because the connection is closed when the process exits.
    pendingRequest.on('error', () => {});
    child.kill('SIGTERM');
    expect(await exitCode).toBe(1);
  });

  it('exits with 1 and reports in one line that the port is in use', async () => {
    if (runningServer) await stopServer('SIGTERM');
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const { code, output } = await runToEnd({ DATA_DIR: folder, PORT: String(port) });
    listener.close();
    expect(code).toBe(1);
    expect(output.split('\n').at(-1)).toBe(
      `Port ${port} is already in use. Stop the process that uses it, or set PORT to another port.`,
    );
    expect(output).not.toMatch(/^\s+at /m);
  });
});

/** Sends the headers of a request with a body, but not the body. Resolves when the server is waiting for the body. */
async function startRequest(origin: string) {
  const body = JSON.stringify({ aliases: ['Plumbline'] });
  const pendingRequest = request(`${origin}/api/v1/authors/batch`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-content-sha256': createHash('sha256').update(body).digest('hex'),
      expect: '100-continue',
    },
  });
  pendingRequest.flushHeaders();
  // The interim response 100 shows that the server has received the headers and is waiting for the body.
  await once(pendingRequest, 'continue');
  return { pendingRequest, body };
}

/**
 * True if this process may mount a small disk, which only root on Linux may do. The disk is unmounted when the process
 * that uses it exits.
 */
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
if (isRunOfAllTests() && !canMount)
  recordSkippedSuites('the test of a small disk: only root on Linux may mount one.');

it.runIf(isRunOfAllTests() && canMount)(
  'a start on a disk that is too small exits with 1 and a message in one line (needs root on Linux)',
  async () => {
    onTestFinished(killStartedProcesses);
    const folder = await createDataFolderWithPictures();
    const mountAndRun = 'mount -t tmpfs -o size=20m octavo "$0" && exec "$@"';
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['--mount', 'sh', '-c', mountAndRun, folder, process.execPath, ...SERVER_COMMAND_ARGUMENTS],
      { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: folder } },
    );
    expect(status).toBe(1);
    expect(stdout + stderr).toMatch(/^The disk of [^\n]+ is full: \d+ MB free, [^\n]+\n$/);
  },
);

describe.runIf(isRunOfAllTests())('the data folder', () => {
  afterEach(killStartedProcesses);

  it('is unlocked and intact after a kill, for any content of its owner file', async () => {
    const DATA_DIR = await createDataFolderWithPictures();
    const owner = `${DATA_DIR}/octavo.owner.json`;
    let current = await startOctavoAndWait({ DATA_DIR });
    for (const change of [
      () => {},
      () => rmSync(owner),
      // The file that names the folder's owner refers to a process in a container that no longer exists.
      () => writeFileSync(owner, '{"pid":1,"host":"c0ffee123456"}'),
    ]) {
      current.process.kill('SIGKILL');
      await current.exitCode;
      change();
      current = await startOctavoAndWait({ DATA_DIR });
      const { data } = await (await fetch(`${current.origin}/api/v1/articles?limit=50`)).json();
      expect(data.metas.length).toBeGreaterThanOrEqual(20);
      // The server must not import the library again, because an earlier start has imported it.
      expect(current.output()).not.toContain('Library:');
    }
  });

  it('stays locked by a suspended process, which then continues to serve', async () => {
    const DATA_DIR = await createDataFolderWithPictures();
    const suspended = await startOctavoAndWait({ DATA_DIR });
    suspended.process.kill('SIGSTOP');
    const { code, output } = await runToEnd({ DATA_DIR });
    suspended.process.kill('SIGCONT');
    expect(code).toBe(1);
    expect(output).toContain(`in use by process ${suspended.process.pid} on `);
    expect((await fetch(`${suspended.origin}/api/v1/articles`)).status).toBe(200);
  });

  it('is not written by a process whose lock was removed and taken by another', async () => {
    const DATA_DIR = await createDataFolderWithPictures();
    const formerOwner = await startOctavoAndWait({ DATA_DIR });
    formerOwner.process.kill('SIGSTOP');
    rmSync(`${DATA_DIR}/octavo.lock`);
    const newOwner = await startOctavoAndWait({ DATA_DIR });
    formerOwner.process.kill('SIGCONT');
    // Requests a list of articles from the process that has lost its lock. A list with this limit is not cached, so the
    // process must access the database.
    fetch(`${formerOwner.origin}/api/v1/articles?limit=7`).catch(() => {});
    expect(await formerOwner.exitCode).toBe(1);
    expect(formerOwner.output()).toContain(
      `This process no longer holds the data folder ${DATA_DIR}`,
    );
    expect(
      (await fetch(`${newOwner.origin}/health`, { headers: { accept: 'application/json' } }))
        .status,
    ).toBe(200);
  });
});

/**
 * Returns true if the server accepts new connections. When a server is stopping, it refuses new connections before it
 * exits.
 */
async function acceptsConnections(origin: string): Promise<boolean> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
