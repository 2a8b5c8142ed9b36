import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { normalizeIssuer, STORED_DEMO_ISSUER } from '#server/readers/accounts/issuers.ts';
import { replacePlaceholderIssuers } from '#server/readers/accounts/replace-placeholder-issuers.ts';
import { listUnconfiguredIssuersOfLockedOutAccounts } from '#server/readers/accounts/repository.ts';
import { identities, users } from '#server/readers/accounts/schema.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { chooseSignInSetup } from './choose-sign-in-setup.ts';
import { IdentityProviders } from './providers.ts';
import { TestBrowser } from './testing/browser.ts';
import { type MockIssuer, startMockIssuer } from './testing/mock-issuer.ts';

describe.each(await selectTestDatabaseEngines())(
  'a change of OIDC_ISSUER, on $name',
  ({ open }) => {
    let database: Database;
    let former: MockIssuer;
    let present: MockIssuer;
    let tests: { former: TestApp; present: TestApp };

    beforeAll(async () => {
      database = await open();
      // The identity providers before and after `OIDC_ISSUER` is changed.
      [former, present] = [
        await startMockIssuer('google', 'G'),
        await startMockIssuer('google', 'G'),
      ];
      const start = (issuer: MockIssuer) =>
        createTestApp({ ...database, close: async () => {} }, {}, undefined, {
          providers: new IdentityProviders([issuer.settings]),
        });
      tests = { former: await start(former), present: await start(present) };
    });
    afterAll(async () => {
      await Promise.all([former.stop(), present.stop()]);
      await Promise.all([tests.former.close(), tests.present.close()]);
      await database.close();
    });
    beforeEach(async () => {
      await emptyTables(database.queries, 'users');
      former.claims = { sub: '42', email: 'ada@example.org', email_verified: true, name: 'Ada' };
      present.claims = { sub: '42', email: 'eve@example.org', email_verified: true, name: 'Eve' };
    });

    const signIn = async (issuer: keyof typeof tests) => {
      const browser = new TestBrowser(tests[issuer].app);
      const { headers } = await browser.signIn();
      return { location: headers.location, account: browser.idTokenClaims?.sub };
    };
    const insertAccountWithoutIssuer = async (email: string) => {
      const id = newId();
      await database.queries.insert(users).values({ id, name: 'Ada', email, emailKey: email });
      await database.queries
        .insert(identities)
        .values({ userId: id, issuer: 'google', subject: '42' });
      return id;
    };

    it('does not open the account of the same subject at another issuer', async () => {
      const ada = await signIn('former');
      const eve = await signIn('present');
      expect(eve.location).toBe('/');
      expect(eve.account).not.toBe(ada.account);
      expect(await signIn('former')).toEqual(ada);
      expect(await signIn('present')).toEqual(eve);
    });

    it('does not open an account by the same email address', async () => {
      await signIn('former');
      present.claims.email = 'ada@example.org';
      expect(await signIn('present')).toEqual({
        location: '/auth?error=taken',
        account: undefined,
      });
      expect(await database.queries.$count(identities)).toBe(1);
    });

    it('does not open an account without an issuer', async () => {
      await insertAccountWithoutIssuer('ada@example.org');
      const eve = await signIn('present');
      expect(eve.location).toBe('/');
      expect(await database.queries.$count(users)).toBe(2);
      present.claims = { ...present.claims, sub: 'google', email: 'ada@example.org' };
      expect((await signIn('present')).location).toBe('/auth?error=taken');
    });

    it('opens an account without an issuer once the earlier issuer is configured', async () => {
      const ada = await insertAccountWithoutIssuer('ada@example.org');
      const issuers = { issuer: present.settings.issuer, earlierIssuer: former.settings.issuer };
      await replacePlaceholderIssuers(database.queries, issuers);
      expect(await signIn('former')).toEqual({ location: '/', account: ada });
      expect((await signIn('present')).account).not.toBe(ada);
    });

    it('opens an account by the previous issuer, and by both once they are linked', async () => {
      const ada = await signIn('former');
      present.claims.email = 'ada@example.org';
      const { providers } = await chooseSignInSetup(
        readConfig({
          OIDC_ISSUER: present.settings.issuer,
          OIDC_CLIENT_ID: 'octavo',
          OIDC_PREVIOUS_ISSUER: former.settings.issuer,
          OIDC_PREVIOUS_CLIENT_ID: 'octavo',
          OIDC_PREVIOUS_LABEL: 'Old ID',
        }),
      );
      const listLockedOutIssuers = (settings = providers) =>
        listUnconfiguredIssuersOfLockedOutAccounts(database.queries, settings.issuers);
      const presentOnly = new IdentityProviders([present.settings]);
      expect(await listLockedOutIssuers()).toEqual([]);
      expect(await listLockedOutIssuers(presentOnly)).toEqual([
        normalizeIssuer(former.settings.issuer),
      ]);
      const sharedDatabase = { ...database, close: async () => {} };
      const test = await createTestApp(sharedDatabase, {}, undefined, { providers });
      const browser = new TestBrowser(test.app);
      const { headers } = await browser.signIn();
      expect(headers.location).toBe('/auth?error=taken&with=previous');
      await browser.signIn({ provider: 'previous', link: '1' });
      expect(browser.idTokenClaims?.sub).toBe(ada.account);
      expect(await signIn('present')).toEqual({ location: '/', account: ada.account });
      expect(await listLockedOutIssuers(presentOnly)).toEqual([]);
      await test.close();
    });

    it('stores the issuer of the tokens, not the configured URL', async () => {
      const settings = { ...former.settings, issuer: `${former.settings.issuer}/` };
      const providers = new IdentityProviders([settings]);
      const sharedDatabase = { ...database, close: async () => {} };
      const test = await createTestApp(sharedDatabase, {}, undefined, { providers });
      const { account } = await signIn('former');
      const browser = new TestBrowser(test.app);
      await browser.signIn();
      expect(browser.idTokenClaims?.sub).toBe(account);
      const [identity] = await database.queries.select().from(identities);
      expect(identity?.issuer).toBe(normalizeIssuer(former.settings.issuer));
      expect(providers.findIdByIssuer(identity!.issuer)).toBe('google');
      await test.close();
    });

    it('is not confused with the demo provider', async () => {
      const id = newId();
      const email = 'admin@demo.octavo.example';
      await database.queries.insert(users).values({ id, name: 'Amin', email, emailKey: email });
      await database.queries
        .insert(identities)
        .values({ userId: id, issuer: STORED_DEMO_ISSUER, subject: '42' });
      expect((await signIn('present')).account).not.toBe(id);
    });
  },
);
