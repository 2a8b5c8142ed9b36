import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import forge from 'node-forge';

/** A TLS certificate and its private key, in PEM format. */
interface Certificate {
  cert: string;
  key: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Creates a self-signed certificate for `localhost` and `127.0.0.1`. `name` is its common name. */
export function createSelfSignedCertificate(name = 'localhost'): Certificate {
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(keys.publicKey);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - DAY);
  certificate.validity.notAfter = new Date(Date.now() + DAY);
  const subject = [{ name: 'commonName', value: name }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  const [dns, address] = [2, 7];
  const altNames = [
    { type: dns, value: 'localhost' },
    { type: address, ip: '127.0.0.1' },
  ];
  certificate.setExtensions([{ name: 'subjectAltName', altNames }]);
  certificate.sign(forge.pki.privateKeyFromPem(keys.privateKey), forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: keys.privateKey };
}

/**
 * A certificate's files. `TLS_CERT` and `TLS_KEY` are the files' paths, and are named after the configuration variables
 * that take these paths.
 */
export interface CertificateFiles {
  TLS_CERT: string;
  TLS_KEY: string;
  /** Overwrites the files with another certificate. */
  write(certificate: Certificate): void;
  remove(): void;
}

/** Writes a certificate to a new folder. */
export function writeCertificateFiles(
  certificate = createSelfSignedCertificate(),
): CertificateFiles {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-certificate-'));
  const [TLS_CERT, TLS_KEY] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const write = ({ cert, key }: Certificate) => {
    writeFileSync(TLS_CERT, cert);
    writeFileSync(TLS_KEY, key);
  };
  write(certificate);
  return { TLS_CERT, TLS_KEY, write, remove: () => rmSync(folder, { recursive: true }) };
}
