import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { recordedErrorGroups } from '#server/platform/errors/schema.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { IdentityProviders } from './providers.ts';
import { MAX_RESPONSE_BYTES } from './size-limited-fetch.ts';
import { TestBrowser } from './testing/browser.ts';
import {
  type CraftedIssuer,
  createJsonHandler,
  DISCOVERY_PATH,
  startCraftedIssuer,
} from './testing/crafted-issuer.ts';

const MEGABYTE = 1024 * 1024;
const FAILED = '/auth?error=failed';

let database: Database;
let issuer: CraftedIssuer;
let test: TestApp;
let browser: TestBrowser;
beforeAll(async () => {
  database = await pgliteTestEngine.open();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.queries.delete(recordedErrorGroups);
  issuer = await startCraftedIssuer();
  issuer.handlers[DISCOVERY_PATH] = createJsonHandler(issuer.metadata);
  const lent = { ...database, close: async () => {} };
  const providers = new IdentityProviders([issuer.settings]);
  test = await createTestApp(lent, {}, undefined, { providers });
  browser = new TestBrowser(test.app);
});
afterEach(async () => {
  await test.close();
  await issuer.stop();
});

const begin = async () => {
  const { statusCode, headers } = await browser.get('/auth/signin');
  expect(statusCode).toBe(302);
  return String(headers.location);
};
/** Starts a sign-in. Returns its nonce, and a function that opens the callback with a code. */
const end = async () => {
  const authorize = new URL(await begin());
  const { state, nonce } = Object.fromEntries(authorize.searchParams);
  const finish = async () =>
    (await browser.get(`/auth/callback?code=x&state=${state}`)).headers.location;
  return { nonce, finish };
};
const toldOf = async () => {
  await test.app.close();
  return database.queries.select().from(recordedErrorGroups);
};

describe('an issuer with unusable URLs', () => {
  const ADDRESSES = [
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
  const names = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
  const cases = names.flatMap((name) =>
    ADDRESSES.map((address) => [name, String(address).slice(0, 40), address] as const),
  );

  it.each(cases)('with %s "%s" ends the sign-in and is reported', async (name, _, address) => {
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler({ ...issuer.metadata, [name]: address });
    expect(await begin()).toBe(FAILED);
    expect(await toldOf()).toMatchObject([{ path: '/auth/signin', source: 'server' }]);
  });

  it('is discovered again and accepted once it is repaired', async () => {
    const authorization_endpoint = 'javascript:alert(1)';
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler({
      ...issuer.metadata,
      authorization_endpoint,
    });
    expect(await begin()).toBe(FAILED);
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler(issuer.metadata);
    expect(await begin()).toMatch(/^http:\/\/localhost:\d+\/authorize\?/);
  });

  it('may have any value in unused metadata', async () => {
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler({
      ...issuer.metadata,
      end_session_endpoint: 'javascript:alert(1)',
      userinfo_endpoint: 7,
    });
    expect(await begin()).toMatch(/^http:\/\/localhost:\d+\/authorize\?/);
    const signOut = await browser.get('/auth/signout');
    expect(signOut.headers.location).toBe('/');
  });

  it.each([null, 7, [], 'text', { issuer: 7 }, { issuer: 'https://other.example' }])(
    'cannot redirect with %j',
    async (metadata) => {
      issuer.handlers[DISCOVERY_PATH] = createJsonHandler(metadata);
      expect(await begin()).toBe(FAILED);
    },
  );
});

describe('an issuer with large responses', () => {
  /**
   * Creates a handler that writes a response of 300 MB as fast as the client reads it. `taken` resolves to the number
   * of bytes that were written before the connection closed.
   */
  const writeAll = (pack: boolean) => {
    let finished!: (taken: number) => void;
    const taken = new Promise<number>((resolve) => {
      finished = resolve;
    });
    const answer = async (response: ServerResponse) => {
      response.setHeader('content-type', 'application/json');
      const stream = pack ? createGzip() : response;
      if (pack) {
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
      finished(sent);
    };
    return { answer: (response: ServerResponse) => void answer(response), taken };
  };

  const ASKED = [
    ['discovery', DISCOVERY_PATH],
    ['the exchange of the code', '/token'],
    ['the download of its keys', '/keys'],
  ] as const;
  it.each(ASKED.flatMap((asked) => [false, true].map((pack) => [...asked, pack] as const)))(
    'is aborted during %s (%s, compressed: %j)',
    async (_, path, pack) => {
      const { answer, taken } = writeAll(pack);
      issuer.handlers['/token'] = createJsonHandler({ token_type: 'bearer', access_token: 'x' });
      issuer.handlers[path] = answer;
      if (path === DISCOVERY_PATH) expect(await begin()).toBe(FAILED);
      else {
        const { nonce, finish } = await end();
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
        expect(await finish()).toBe(FAILED);
      }
      // More bytes are written than the size limit allows, because of socket buffers and data that is being
      // decompressed.
      expect(await taken).toBeLessThan(60 * MEGABYTE);
      expect(browser.cookies.has('session')).toBe(false);
      expect(await toldOf()).toHaveLength(1);
    },
  );

  it('may use the full limit', async () => {
    const scopes_supported = ['x'.repeat(MAX_RESPONSE_BYTES - 1000)];
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler({ ...issuer.metadata, scopes_supported });
    expect(await begin()).toMatch(/\/authorize\?/);
  });

  it('may not exceed the limit by a byte', async () => {
    const scopes_supported = ['x'.repeat(MAX_RESPONSE_BYTES)];
    issuer.handlers[DISCOVERY_PATH] = createJsonHandler({ ...issuer.metadata, scopes_supported });
    expect(await begin()).toBe(FAILED);
  });
});
