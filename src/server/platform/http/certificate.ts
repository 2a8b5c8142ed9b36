import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createSecureContext, type Server } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';

/**
 * Milliseconds between checks for changed certificate files. Frequent checks are not needed, because certificates are
 * renewed weeks before they expire.
 */
const CHECK_INTERVAL = 60_000;

/** A TLS certificate with its intermediate certificates and its private key, all in PEM format. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/**
 * Reads the configured TLS certificate. Returns `undefined` if none is configured. Throws {@link StartError} if a file
 * cannot be read or is not in PEM format, or if the certificate and the key do not match.
 */
export function readCertificate({ TLS_CERT, TLS_KEY }: Config): Certificate | undefined {
  if (!TLS_CERT || !TLS_KEY) return undefined;
  const cert = read('TLS_CERT', TLS_CERT);
  const key = read('TLS_KEY', TLS_KEY);
  const certificate = parse(() => new X509Certificate(cert), 'TLS_CERT', TLS_CERT, 'certificate');
  const privateKey = parse<KeyObject>(
    () => createPrivateKey(key),
    'TLS_KEY',
    TLS_KEY,
    'private key without a passphrase',
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new StartError(`TLS_KEY: ${TLS_KEY} does not match the certificate in ${TLS_CERT}.`);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartError(`TLS_CERT: ${TLS_CERT} cannot be used: ${(error as Error).message}`);
  }
  return { cert, key };
}

/**
 * Reloads the TLS certificate when its files change, and uses it for new connections. A renewal replaces the
 * certificate file and the key file one after the other, so they may not match for a moment. Such a mismatch is logged,
 * and the old certificate stays in use.
 */
export function reloadCertificateOnChange(
  app: FastifyInstance,
  config: Config,
  interval = CHECK_INTERVAL,
): void {
  const files = [config.TLS_CERT, config.TLS_KEY].filter((file) => file !== undefined);
  const reload = () => {
    try {
      const certificate = readCertificate(config);
      if (certificate) (app.server as unknown as Server).setSecureContext(certificate);
    } catch (error) {
      app.log.error({ err: error }, 'Failed to reload the certificate');
    }
  };
  for (const file of files) watchFile(file, { interval, persistent: false }, reload);
  app.addHook('preClose', async () => {
    for (const file of files) unwatchFile(file, reload);
  });
}

function read(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartError(`${name}: ${file} cannot be read: ${(error as Error).message}`);
  }
}

function parse<Parsed>(create: () => Parsed, name: string, file: string, content: string): Parsed {
  try {
    return create();
  } catch {
    throw new StartError(`${name}: there is no ${content} in PEM form in ${file}.`);
  }
}
