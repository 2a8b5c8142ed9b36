import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

  it('is nobody’s after a process was killed, and whole', async () => {
    const DATA_DIR = await newFolder();
    const first = await open({ DATA_DIR });
    first.process.kill('SIGKILL');
    await first.ended;
    const second = await open({ DATA_DIR });
    const { data } = await (await fetch(`${second.origin}/api/v1/articles?limit=50`)).json();
    expect(data.metas.length).toBeGreaterThanOrEqual(20);
    // The library was there already.
    expect(second.output()).not.toContain('Library:');
  });

  it('is left untouched by a process that slept while another took it', async () => {
    const DATA_DIR = await newFolder();
    const sleeper = await open({ DATA_DIR });
    sleeper.process.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 11_000));
    const taker = await open({ DATA_DIR });
    sleeper.process.kill('SIGCONT');
    expect(await sleeper.ended).toBe(1);
    expect(sleeper.output()).toContain('has taken the data folder while this one slept');
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
