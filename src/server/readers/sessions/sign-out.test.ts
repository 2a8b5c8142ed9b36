import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { signInTestReader, type TestReader } from '#server/testing/reader.ts';

describe.each(await selectTestDatabaseEngines())(
  'signing out on one device, on $name',
  ({ open }) => {
    let test: TestApp;
    let phone: TestReader;
    let laptop: TestReader;

    beforeAll(async () => {
      test = await createTestApp(await open());
    });
    afterAll(() => test.close());
    beforeEach(async () => {
      await emptyTables(test.database.queries, 'users');
      phone = await signInTestReader(test.database, 'ada');
      laptop = await signInTestReader(test.database, 'ada');
    });

    const listSessions = ({ cookies }: TestReader) =>
      test.app.inject({ url: '/api/v1/user/sessions', cookies });
    const isSignedIn = async (device: TestReader) =>
      (await listSessions(device)).statusCode === 200;
    const getSessionId = async (device: TestReader): Promise<string> =>
      (await listSessions(device))
        .json()
        .data.sessions.find((each: { isCurrent: boolean }) => each.isCurrent).id;
    const signOut = (id: string, { cookies }: Partial<TestReader> = {}) =>
      test.app.inject({
        method: 'DELETE',
        url: `/api/v1/user/sessions/${id}`,
        ...(cookies && { cookies }),
      });

    it('ends that session and no other', async () => {
      const { statusCode, body, cookies } = await signOut(await getSessionId(laptop), phone);
      expect([statusCode, body, cookies]).toEqual([204, '', []]);
      expect(await isSignedIn(laptop)).toBe(false);
      expect(await isSignedIn(phone)).toBe(true);
    });

    it('responds with 404 the second time', async () => {
      const id = await getSessionId(laptop);
      await signOut(id, phone);
      const response = await signOut(id, phone);
      expect([response.statusCode, response.json()]).toEqual([
        404,
        { error: 'You’re no longer signed in on that device.' },
      ]);
      expect(await isSignedIn(phone)).toBe(true);
    });

    it('clears the cookies of the current device, for any spelling of its session id', async () => {
      const { statusCode, cookies } = await signOut(
        (await getSessionId(phone)).toUpperCase(),
        phone,
      );
      expect(statusCode).toBe(204);
      for (const name of ['session', 'id_token'])
        expect(cookies).toContainEqual(
          expect.objectContaining({ name, value: '', path: '/', expires: new Date(0) }),
        );
      expect(await isSignedIn(phone)).toBe(false);
      expect(await isSignedIn(laptop)).toBe(true);
    });

    it('responds with 404 for another reader’s session', async () => {
      const eve = await signInTestReader(test.database, 'eve');
      const [response, unknownResponse] = [
        await signOut(await getSessionId(phone), eve),
        await signOut(newId(), eve),
      ];
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual(unknownResponse.json());
      expect(response.cookies).toEqual([]);
      expect(await isSignedIn(phone)).toBe(true);
    });

    it('requires a session and an id', async () => {
      expect((await signOut(await getSessionId(phone))).statusCode).toBe(401);
      expect((await signOut('7', phone)).statusCode).toBe(400);
      expect(await isSignedIn(phone)).toBe(true);
    });
  },
);
