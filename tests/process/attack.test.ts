import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CertificateFiles, writeCertificateFiles } from '#server/testing/certificate.ts';
import { runsEverything } from '../../scripts/test-scope.mjs';
import { ATTACKS, type Attack } from '../attack/attacks.ts';
import { STREAM_ATTACKS } from '../attack/stream-attacks.ts';
import { tryAttack } from '../attack/trial.ts';
import { stopAll, createDataFolder, startAndWait, type RunningProcess } from '../support/octavo.ts';

/** Milliseconds each attack goes on. How long others wait meanwhile, and what the server weighs: `npm run test:attack`. */
const LENGTH = 1500;

let server: RunningProcess;
let files: CertificateFiles;
afterAll(stopAll);

describe.runIf(runsEverything())('over HTTP/1.1', () => {
  beforeAll(async () => {
    server = await startAndWait({ DATA_DIR: await createDataFolder(), LOG_LEVEL: 'silent' });
  });
  it.each(namesOf(ATTACKS))('others are served during %s', withstand);
});

describe.runIf(runsEverything())('over TLS, by HTTP/2 where nothing else is said', () => {
  beforeAll(async () => {
    files = writeCertificateFiles();
    const { TLS_CERT, TLS_KEY } = files;
    const DATA_DIR = await createDataFolder();
    server = await startAndWait({ DATA_DIR, LOG_LEVEL: 'silent', TLS_CERT, TLS_KEY });
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
  const { statuses, recovery, outcome } = await tryAttack(
    { name },
    { origin: server.origin, pid: server.process.pid! },
    LENGTH,
  );
  expect([...statuses]).toEqual([200]);
  expect(recovery).not.toBe(Number.POSITIVE_INFINITY);
  expect(outcome).not.toHaveProperty('500');
}
