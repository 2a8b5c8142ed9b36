import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { storedErrorGroups } from '#server/platform/errors/schema.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { IdentityProviders } from './providers.ts';
import { MAX_ISSUER_RESPONSE_BYTES } from './size-limited-fetch.ts';
import { TestBrowser } from './testing/browser.ts';
import {
  type CraftedIssuer,
  createJsonHandler,
  DISCOVERY_PATH,
  startCraftedIssuer,
} from './testing/crafted-issuer.ts';

const MEGABYTE = 1024 * 1024;
const FAILED_URL = '/auth?error=failed';

let database: Database;
let issuer: CraftedIssuer;
let test: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  database = await pgliteTestEngine.open();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.queries.delete(storedErrorGroups);
  issuer = await startCraftedIssuer();
  issuer.handlers[DISCOVERY_PATH] = createJsonHandler(issuer.metadata);
  const sharedDatabase = { ...database, close: async () => {} };
  const providers = new IdentityProviders([issuer.settings]);
  test = await createTestApp(sharedDatabase, {}, undefined, { providers });
  browser = new TestBrowser(test.app);
});
afterEach(async () => {
  await test.close();
  await issuer.stop();
});

const startSignIn = async () => {
  const { statusCode, headers } = await browser.get('/auth/signin');
  expect(statusCode).toBe(302);
  return String(headers.location);
};
/** Starts a sign-in. Returns its nonce, and a function that opens the callback with a code. */
const startSignInAndPrepareCallback = async () => {
  const authorize = new URL(await startSignIn());
  const { state, nonce } = Object.fromEntries(authorize.searchParams);
  const openCallback = async () =>
    (await browser.get(`/auth/callback?code=x&state=${state}`)).headers.location;
  return { nonce, openCallback };
};
const listReportedErrors = async () => {
  await test.app.close();
  return database.queries.select().from(storedErrorGroups);
};

describe('an issuer with unusable URLs', () => {
  const UNUSABLE_URLS = [
    'javascript:alert(document.domain)//',
    'data:text/html,hello',
    'file:///etc/passwd',
    'ftp://issuer.example/authorize',
    'blob:https://issuer.example/x',
    'nothing of the kind',
    '',
    '/authorize',
    'https://',
    null,
    7,
    ['https://issuer.example/authorize'],
    `https://issuer.example/${'x'.repeat(2000)}`,
    undefined,
  ];
  const fields = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
  const cases = fields.flatMap((field) =>
    UNUSABLE_URLS.map((url) => [field, String(url).slice(0, 40), url] as const),
  );

  it.each(cases)('with %s "%s" ends the sign-in and is reported', async (field, _, url) => {
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler({ ...issuer.metadata, [field]: url });
    expect(await startSignIn()).toBe(FAILED_URL);
    expect(await listReportedErrors()).toMatchObject([{ path: '/auth/signin', source: 'server' }]);
  });

  it('is discovered again and accepted once it is repaired', async () => {
    const authorization_endpoint = 'javascript:alert(1)';
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler({
      ...issuer.metadata,
      authorization_endpoint,
    });
    expect(await startSignIn()).toBe(FAILED_URL);
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler(issuer.metadata);
    expect(await startSignIn()).toMatch(/^http:\/\/localhost:\d+\/authorize\?/);
  });

  it('may have any value in unused metadata', async () => {
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler({
      ...issuer.metadata,
      end_session_endpoint: 'javascript:alert(1)',
      userinfo_endpoint: 7,
    });
    expect(await startSignIn()).toMatch(/^http:\/\/localhost:\d+\/authorize\?/);
    const signOut = await browser.get('/auth/signout');
    expect(signOut.headers.location).toBe('/');
  });

  it.each([null, 7, [], 'text', { issuer: 7 }, { issuer: 'https://other.example' }])(
    'cannot redirect with %j',
    async (metadata) => {
      issuer.handlers[DISCOVERY_PATH] = createJsonHandler(metadata);
      expect(await startSignIn()).toBe(FAILED_URL);
    },
  );
});

describe('an issuer with large responses', () => {
  /**
   * Creates a handler that writes a response of 300 MB as fast as the client reads it. `bytesWritten` resolves to the
   * number of bytes that were written before the connection closed.
   */
  const createLargeResponseHandler = (isCompressed: boolean) => {
    let resolveBytesWritten!: (bytesWritten: number) => void;
    const bytesWritten = new Promise<number>((resolve) => {
      resolveBytesWritten = resolve;
    });
    const handler = async (response: ServerResponse) => {
      response.setHeader('content-type', 'application/json');
      const stream = isCompressed ? createGzip() : response;
      if (isCompressed) {
        response.setHeader('content-encoding', 'gzip');
        stream.pipe(response);
      }
      let [sent, isOpen] = [0, true];
      response.on('close', () => {
        isOpen = false;
        stream.emit('drain');
      });
      stream.write('{"x":"');
      const chunk = Buffer.alloc(MEGABYTE / 4, 'x');
      while (isOpen && sent < 300 * MEGABYTE) {
        if (!stream.write(chunk)) await once(stream, 'drain');
        sent += chunk.length;
      }
      if (isOpen) stream.end('"}');
      resolveBytesWritten(sent);
    };
    return { handler: (response: ServerResponse) => void handler(response), bytesWritten };
  };

  const REQUESTS = [
    ['discovery', DISCOVERY_PATH],
    ['the exchange of the code', '/token'],
    ['the download of its keys', '/keys'],
  ] as const;
  it.each(
    REQUESTS.flatMap((request) =>
      [false, true].map((isCompressed) => [...request, isCompressed] as const),
    ),
  )('is aborted during %s (%s, compressed: %j)', async (_, path, isCompressed) => {
    const { handler, bytesWritten } = createLargeResponseHandler(isCompressed);
    issuer.handlers['/token'] = createJsonHandler({ token_type: 'bearer', access_token: 'x' });
    issuer.handlers[path] = handler;
    if (path === DISCOVERY_PATH) expect(await startSignIn()).toBe(FAILED_URL);
    else {
      const { nonce, openCallback } = await startSignInAndPrepareCallback();
      const { privateKey } = await generateKeyPair('RS256');
      const id_token = await new SignJWT({ sub: 'ada', nonce: nonce! })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(issuer.settings.issuer)
        .setAudience('octavo')
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey);
      if (path === '/keys')
        issuer.handlers['/token'] = createJsonHandler({
          token_type: 'bearer',
          access_token: 'x',
          id_token,
        });
      expect(await openCallback()).toBe(FAILED_URL);
    }
    // The issuer can write more bytes than the size limit before the connection closes, because socket buffers and the
    // decompressor hold additional data.
    expect(await bytesWritten).toBeLessThan(60 * MEGABYTE);
    expect(browser.cookies.has('session')).toBe(false);
    expect(await listReportedErrors()).toHaveLength(1);
  });

  it('may use the full limit', async () => {
    const scopes_supported = ['x'.repeat(MAX_ISSUER_RESPONSE_BYTES - 1000)];
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler({ ...issuer.metadata, scopes_supported });
    expect(await startSignIn()).toMatch(/\/authorize\?/);
  });

  it('may not exceed the limit by a byte', async () => {
    const scopes_supported = ['x'.repeat(MAX_ISSUER_RESPONSE_BYTES)];
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler({ ...issuer.metadata, scopes_supported });
    expect(await startSignIn()).toBe(FAILED_URL);
  });
});
