import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SERVER_ARGUMENTS } from '#server/testing/server-command.ts';
import { clearAway, newFolder, open, run, STARTS_WITHIN } from '../support/octavo.ts';

// There are two starts in some, and a sleep.
vi.setConfig({ testTimeout: 3 * STARTS_WITHIN });

afterEach(clearAway);

/** Starts what is bound to fail; its exit code and its words. */
async function fail(env: Record<string, string>) {
  const started = await run({ DATA_DIR: await newFolder(), ...env });
  return { code: await started.ended, output: started.output().trim() };
}

describe('a start that cannot be', () => {
  it('names every invalid variable, and ends with 1', async () => {
    const { code, output } = await fail({ PORT: 'many', APP_ENV: 'production', DATABASE_URL: 'x' });
    expect(code).toBe(1);
    expect(output.split('\n')).toHaveLength(4);
    for (const name of ['PORT', 'APP_ENV', 'DATABASE_URL']) expect(output).toContain(`${name}="`);
  });

  it('says that the port is taken, in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { code, output } = await fail({ PORT: String(port) });
    server.close();
    expect(code).toBe(1);
    expect(output.split('\n').at(-1)).toBe(
      `Port ${port} is taken. Stop what is using it, or set PORT to another.`,
    );
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('says that the database cannot be reached, in one line', async () => {
    const { code, output } = await fail({ DATABASE_URL: 'postgres://x@127.0.0.1:9/none' });
    expect(code).toBe(1);
    expect(output).toMatch(/^The database at DATABASE_URL cannot be used: [^\n]+$/);
  });
});

/** Only root may mount a disk, in a name space that goes away with the process. */
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

it.skipIf(!canMount)(
  'a start on a disk that is too small ends with 1 and says so in one line (needs root on Linux)',
  async () => {
    const folder = await newFolder();
    const mountAndRun = 'mount -t tmpfs -o size=20m octavo "$0" && exec "$@"';
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      ['--mount', 'sh', '-c', mountAndRun, folder, process.execPath, ...SERVER_ARGUMENTS],
      { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: folder } },
    );
    expect(status).toBe(1);
    expect(stdout + stderr).toMatch(
      /^The disk of the folder [^\n]+ is full: \d+ MB are left, [^\n]+\n$/,
    );
  },
);

describe('the data folder', () => {
  it('is refused to a second process, which names the first; the first goes on', async () => {
    const DATA_DIR = await newFolder();
    const first = await open({ DATA_DIR });
    const { code, output } = await fail({ DATA_DIR });
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(
        `^The data folder ${DATA_DIR} is in use by process ${first.process.pid} on [^\n]+$`,
      ),
    );
    expect((await fetch(`${first.origin}/api/v1/articles`)).status).toBe(200);
  });

  it('is nobody’s after a process was killed, and whole, whatever its owner’s file says', async () => {
    const DATA_DIR = await newFolder();
    const owner = `${DATA_DIR}/octavo.owner.json`;
    let last = await open({ DATA_DIR });
    for (const change of [
      () => {},
      () => rmSync(owner),
      // A container that is gone.
      () => writeFileSync(owner, '{"pid":1,"host":"c0ffee123456"}'),
    ]) {
      last.process.kill('SIGKILL');
      await last.ended;
      change();
      last = await open({ DATA_DIR });
      const { data } = await (await fetch(`${last.origin}/api/v1/articles?limit=50`)).json();
      expect(data.metas.length).toBeGreaterThanOrEqual(20);
      // The library was there already.
      expect(last.output()).not.toContain('Library:');
    }
  });

  it('is that of a process that is stopped for a while, which serves on', async () => {
    const DATA_DIR = await newFolder();
    const sleeper = await open({ DATA_DIR });
    sleeper.process.kill('SIGSTOP');
    const { code, output } = await fail({ DATA_DIR });
    sleeper.process.kill('SIGCONT');
    expect(code).toBe(1);
    expect(output).toContain(`in use by process ${sleeper.process.pid} on `);
    expect((await fetch(`${sleeper.origin}/api/v1/articles`)).status).toBe(200);
  });

  it('is left untouched by a process whose lock was removed, and which another took it from', async () => {
    const DATA_DIR = await newFolder();
    const former = await open({ DATA_DIR });
    former.process.kill('SIGSTOP');
    rmSync(`${DATA_DIR}/octavo.lock`);
    const taker = await open({ DATA_DIR });
    former.process.kill('SIGCONT');
    // Nobody has asked for this page, so the database is asked.
    fetch(`${former.origin}/api/v1/articles?limit=7`).catch(() => {});
    expect(await former.ended).toBe(1);
    expect(former.output()).toContain(`The data folder ${DATA_DIR} is no longer this process's`);
    expect(
      (await fetch(`${taker.origin}/health`, { headers: { accept: 'application/json' } })).status,
    ).toBe(200);
  });
});

describe('a stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s finishes what is under way and ends with 0',
    async (signal) => {
      const { process: child, origin, ended } = await open({ DATA_DIR: await newFolder() });
      const body = JSON.stringify({ aliases: ['Plumbline'] });
      const underWay = request(`${origin}/api/v1/authors/batch`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': body.length,
          'x-content-sha256': createHash('sha256').update(body).digest('hex'),
          expect: '100-continue',
        },
      });
      underWay.flushHeaders();
      // The server has the request, and waits for its body.
      await once(underWay, 'continue');
      const from = Date.now();
      child.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, 300));
      underWay.end(body);
      const [response] = (await once(underWay, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      expect(JSON.parse((await response.toArray()).join(''))).toHaveProperty(
        'data.authors.Plumbline',
      );
      expect(await ended).toBe(0);
      expect(Date.now() - from).toBeLessThan(8000);
    },
  );
});
