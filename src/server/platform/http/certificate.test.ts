import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import {
  type CertificateFiles,
  createSelfSignedCertificate,
  writeCertificateFiles,
} from '#server/testing/certificate.ts';
import { readCertificate, reloadCertificateOnChange } from './certificate.ts';
import { createTlsServerFactory } from './http2.ts';
import { createSlowRequestTimeouts } from './slow-request-timeouts.ts';

let files: CertificateFiles;
beforeEach(() => {
  files = writeCertificateFiles();
});
afterEach(() => files.remove());

const readCertificateConfig = ({ TLS_CERT, TLS_KEY }: CertificateFiles) =>
  readConfig({ TLS_CERT, TLS_KEY });

describe('a certificate', () => {
  it('is undefined without configuration', () => {
    expect(readCertificate(readConfig({}))).toBeUndefined();
  });

  it.each(['TLS_CERT', 'TLS_KEY'] as const)('is reported as missing: %s', (name) => {
    rmSync(files[name]);
    expect(() => readCertificate(readCertificateConfig(files))).toThrow(
      new StartError(
        `${name}: ${files[name]} cannot be read: ENOENT: no such file or directory, open '${files[name]}'`,
      ),
    );
  });

  it.each([
    ['TLS_CERT', 'certificate'],
    ['TLS_KEY', 'private key without a passphrase'],
  ] as const)('is rejected if it is not in PEM format: %s', (name, content) => {
    writeFileSync(files[name], 'nothing of the kind');
    expect(() => readCertificate(readCertificateConfig(files))).toThrow(
      new StartError(`${name}: there is no ${content} in PEM form in ${files[name]}.`),
    );
  });

  it('is rejected with the key of another certificate', () => {
    writeFileSync(files.TLS_KEY, createSelfSignedCertificate().key);
    expect(() => readCertificate(readCertificateConfig(files))).toThrow(
      `TLS_KEY: ${files.TLS_KEY} does not match the certificate in ${files.TLS_CERT}.`,
    );
  });
});

describe('a certificate that is renewed', () => {
  let app: FastifyInstance;
  beforeEach(async () => {
    const config = readCertificateConfig(files);
    const serverFactory = createTlsServerFactory(
      readCertificate(config)!,
      createSlowRequestTimeouts().http,
    );
    app = fastify({ serverFactory });
    vi.spyOn(app.log, 'error').mockImplementation(() => {});
    reloadCertificateOnChange(app, config, 20);
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => app.close());

  const getPresentedName = async () => {
    const { port } = app.server.address() as AddressInfo;
    const socket = tls.connect({ port, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { CN } = socket.getPeerCertificate().subject;
    socket.destroy();
    return CN;
  };

  it('is used for new connections', async () => {
    expect(await getPresentedName()).toBe('localhost');
    files.write(createSelfSignedCertificate('renewed'));
    await expect.poll(getPresentedName).toBe('renewed');
  });

  it('is not used while certificate and key do not match', async () => {
    const renewed = createSelfSignedCertificate('renewed');
    writeFileSync(files.TLS_CERT, renewed.cert);
    await expect.poll(() => vi.mocked(app.log.error).mock.calls).toHaveLength(1);
    expect(await getPresentedName()).toBe('localhost');
    writeFileSync(files.TLS_KEY, renewed.key);
    await expect.poll(getPresentedName).toBe('renewed');
  });
});
