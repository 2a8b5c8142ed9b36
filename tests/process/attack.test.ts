import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CertificateFiles, writeCertificateFiles } from '#server/testing/certificate.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { type Attack, HTTP1_ATTACKS } from '../attack/http1-attacks.ts';
import { HTTP2_ATTACKS } from '../attack/http2-attacks.ts';
import { measureAttack } from '../attack/measure-attack.ts';
import {
  createDataFolderWithPictures,
  killStartedProcesses,
  type RunningProcess,
  startOctavoAndWait,
} from '../support/octavo.ts';

/**
 * Duration of each attack in milliseconds. `npm run test:attack` runs longer attacks, and also measures response times
 * and memory.
 */
const DURATION = 1500;

let server: RunningProcess;
let certificateFiles: CertificateFiles;
afterAll(killStartedProcesses);

describe.runIf(isRunOfAllTests())('over HTTP/1.1', () => {
  beforeAll(async () => {
    server = await startOctavoAndWait({
      DATA_DIR: await createDataFolderWithPictures(),
      LOG_LEVEL: 'silent',
    });
  });
  it.each(listNames(HTTP1_ATTACKS))('other clients get responses during %s', expectResponsesDuring);
});

describe.runIf(isRunOfAllTests())('over TLS, with HTTP/2 unless stated otherwise', () => {
  beforeAll(async () => {
    certificateFiles = writeCertificateFiles();
    const { TLS_CERT, TLS_KEY } = certificateFiles;
    const DATA_DIR = await createDataFolderWithPictures();
    server = await startOctavoAndWait({ DATA_DIR, LOG_LEVEL: 'silent', TLS_CERT, TLS_KEY });
  });
  afterAll(() => certificateFiles.remove());
  it.each(listNames(HTTP2_ATTACKS))('other clients get responses during %s', expectResponsesDuring);
  it('other clients get responses during pipelined HTTP/1.1 requests', () =>
    expectResponsesDuring('pipelined cached pages, 5,000 on each of 60 connections'));
});

function listNames(attacks: readonly Attack[]): string[] {
  return attacks.map(({ name }) => name);
}

async function expectResponsesDuring(name: string): Promise<void> {
  const { statuses, recovery, outcome } = await measureAttack(
    { name },
    { origin: server.origin, pid: server.process.pid! },
    DURATION,
  );
  expect([...statuses]).toEqual([200]);
  expect(recovery).not.toBe(Number.POSITIVE_INFINITY);
  expect(outcome).not.toHaveProperty('500');
}
