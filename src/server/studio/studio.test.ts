import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StudioMember } from '#domain/studio/roles.ts';
import type { Database } from '#server/platform/db/database.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { recordAuditEvent } from './audit/service.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

describe.each(databases)('the members of the studio, on $name', ({ open }) => {
  let database: Database;
  let test: TestApp;

  beforeAll(async () => {
    database = await open();
    test = await createTestApp(database, {
      STUDIO_ADMINISTRATORS: 'Grace@example.org, hedy@example.org',
    });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await emptyTables(database.queries, 'users');
  });

  const signIn = async (name: string, role?: 'editor' | 'administrator') => {
    const reader = await signInTestReader(database, name);
    if (role) await updateRole(database.queries, reader.user.id, role);
    return createApiCaller(test, reader);
  };

  it('rejects readers and visitors', async () => {
    const reader = await signIn('ada');
    const response = await reader('GET', '/studio/me');
    expect([response.statusCode, response.json()]).toEqual([
      403,
      { error: 'The studio is for editors.' },
    ]);
    expect((await test.app.inject('/api/v1/studio/me')).statusCode).toBe(401);
  });

  it('has no page for readers without a role', async () => {
    const { cookies } = await signInTestReader(database, 'ada');
    for (const url of ['/studio', '/studio/articles']) {
      const { statusCode, headers, body } = await test.app.inject({ url, cookies });
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(body).toContain('Page Not Found');
    }
  });

  it('makes the configured addresses administrators, in any letter case', async () => {
    const grace = await signIn('grace');
    expect((await grace('GET', '/studio/me')).json().data).toMatchObject({
      email: 'grace@example.org',
      role: 'administrator',
      isConfigured: true,
    });
  });

  it('lets administrators appoint editors, and records it', async () => {
    const grace = await signIn('grace');
    const ada = await signIn('ada');
    const granted = await grace('PUT', '/studio/members', {
      email: 'ADA@example.org',
      role: 'editor',
    });
    expect(granted.statusCode).toBe(204);
    expect((await ada('GET', '/studio/me')).json().data.role).toBe('editor');
    const { members } = (await grace('GET', '/studio/members')).json().data;
    expect(members.map(({ name, role }: StudioMember) => [name, role])).toEqual([
      ['ada', 'editor'],
      ['grace', 'administrator'],
    ]);
    const [entry] = (await ada('GET', '/studio/audit?subject=member')).json().data.entries;
    expect(entry).toMatchObject({
      actorName: 'grace',
      action: 'member.grant',
      subjectName: 'ada',
      before: { role: 'reader' },
      after: { role: 'editor' },
    });
    await grace('PUT', '/studio/members', { email: 'ada@example.org', role: 'reader' });
    expect((await ada('GET', '/studio/me')).statusCode).toBe(403);
  });

  it('rejects role changes by editors, and changes of an administrator’s own or a configured role', async () => {
    const ada = await signIn('ada', 'editor');
    const grace = await signIn('grace');
    await signIn('hedy');
    const grant = (email: string) => ({ email, role: 'administrator' });
    expect((await ada('PUT', '/studio/members', grant('ada@example.org'))).statusCode).toBe(403);
    expect((await ada('GET', '/studio/members')).statusCode).toBe(403);
    expect((await grace('PUT', '/studio/members', grant('grace@example.org'))).statusCode).toBe(
      409,
    );
    expect((await grace('PUT', '/studio/members', grant('hedy@example.org'))).json().error).toBe(
      'hedy is an administrator by configuration.',
    );
    expect((await grace('PUT', '/studio/members', grant('new@example.org'))).statusCode).toBe(404);
    expect((await grace('PUT', '/studio/members', { email: 'x', role: 'owner' })).statusCode).toBe(
      400,
    );
  });

  it('keeps one of two administrators who revoke each other’s role at the same time', async () => {
    const ada = await signIn('ada', 'administrator');
    const bea = await signIn('bea', 'administrator');
    const responses = await Promise.all([
      ada('PUT', '/studio/members', { email: 'bea@example.org', role: 'reader' }),
      bea('PUT', '/studio/members', { email: 'ada@example.org', role: 'reader' }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 403]);
    const ownResponses = await Promise.all([ada('GET', '/studio/me'), bea('GET', '/studio/me')]);
    expect(ownResponses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403]);
  });

  it('rejects every change of audit entries', async () => {
    const { queries } = database;
    await recordAuditEvent(queries, undefined, { action: 'job.retry', id: '7', name: 'narrate' });
    for (const statement of [
      sql`UPDATE audit_log SET action = 'nothing'`,
      sql`DELETE FROM audit_log`,
      sql`TRUNCATE audit_log`,
    ])
      await expect(queries.execute(statement)).rejects.toMatchObject({
        cause: { message: 'audit_log only grows' },
      });
  });

  it('pages through the audit log', async () => {
    const grace = await signIn('grace');
    for (let index = 0; index < 5; index++)
      await recordAuditEvent(database.queries, undefined, {
        action: 'settings.try',
        id: `${index}`,
        name: 'x',
      });
    const first = (await grace('GET', '/studio/audit?subject=settings&limit=3')).json().data;
    const token = encodeURIComponent(first.nextToken);
    const second = (
      await grace('GET', `/studio/audit?subject=settings&limit=3&nextToken=${token}`)
    ).json().data;
    const ids = [...first.entries, ...second.entries].map(
      ({ subjectId }: { subjectId: string }) => subjectId,
    );
    expect(ids).toEqual(['4', '3', '2', '1', '0']);
    expect(second.nextToken).toBeNull();
  });
});
