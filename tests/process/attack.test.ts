import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CertificateFiles, certificateFiles } from '#server/testing/certificate.ts';
import { ATTACKS, type Attack } from '../attack/attacks.ts';
import { STREAM_ATTACKS } from '../attack/stream-attacks.ts';
import { tryAttack } from '../attack/trial.ts';
import { clearAway, newFolder, open, type Running } from '../support/octavo.ts';

/** Milliseconds each attack goes on. The whole list, at length, is `npm run test:attack`. */
const LENGTH = 1500;
/**
 * Milliseconds within which half of the cached pages come, whatever else this machine does at the time; without what
 * is tried here, they take as long as the attack, and half a minute more.
 */
const CACHED = 250;
const RECOVERY = 10_000;
const MEMORY = 600 * 1024 ** 2;

let server: Running;
let files: CertificateFiles;
afterAll(clearAway);

describe('over HTTP/1.1', () => {
  beforeAll(async () => {
    server = await open({ DATA_DIR: await newFolder(), LOG_LEVEL: 'silent' });
  });
  it.each(namesOf(ATTACKS))('others are served during %s', withstand);
});

describe('over TLS, by HTTP/2 where nothing else is said', () => {
  beforeAll(async () => {
    files = certificateFiles();
    const { TLS_CERT, TLS_KEY } = files;
    const DATA_DIR = await newFolder();
    server = await open({ DATA_DIR, LOG_LEVEL: 'silent', TLS_CERT, TLS_KEY });
  });
  afterAll(() => files.remove());
  it.each(namesOf(STREAM_ATTACKS))('others are served during %s', withstand);
  it('others are served during what is sent ahead by HTTP/1.1', () =>
    withstand('cached pages, 5,000 sent ahead on each of 60 connections'));
});

function namesOf(attacks: readonly Attack[]): string[] {
  return attacks.map(({ name }) => name);
}

async function withstand(name: string): Promise<void> {
  const { cached, recovery, memory, outcome } = await tryAttack(
    { name },
    { origin: server.origin, pid: server.process.pid! },
    LENGTH,
  );
  expect(cached.half).toBeLessThan(CACHED);
  expect(recovery).toBeLessThan(RECOVERY);
  expect(memory ?? 0).toBeLessThan(MEMORY);
  expect(outcome).not.toHaveProperty('500');
}
