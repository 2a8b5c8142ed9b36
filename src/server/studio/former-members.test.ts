import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { markAccountDeleted } from '#server/readers/accounts/repository.ts';
import { createDeletedAccountsRemover } from '#server/readers/personal-data/service.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { recordAuditEvent } from './audit/service.ts';
import { createPublishableManuscript } from './testing/manuscripts.ts';
import { openTestStudio, type TestStudio } from './testing/studio.ts';

const databases = await selectTestDatabaseEngines();

describe.each(databases)('an audit entry of a former member, on $name', ({ openFilled }) => {
  let studio: TestStudio;

  beforeAll(async () => {
    studio = await openTestStudio(await openFilled(), undefined);
  });
  afterAll(() => studio.close());

  const queries = () => studio.database.queries;
  async function selectRows<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
    return queryRows<Row>(queries(), query);
  }

  it('loses a member’s name once their account is purged', async () => {
    const created = await studio.call('POST', '/studio/articles', { author: 'Plumbline' });
    const { id } = created.json().data as { id: string };
    const body = { base: 1, content: createPublishableManuscript() };
    await studio.call('PUT', `/studio/articles/${id}/manuscript`, body);
    const [grace] = await selectRows<{ id: string }>(
      sql`SELECT id FROM users WHERE name = 'grace'`,
    );
    const event = { action: 'member.grant', id: grace!.id, name: 'grace' } as const;
    await recordAuditEvent(queries(), undefined, event);
    const selectNames = async () => {
      const rows = await selectRows<{ name: string }>(sql`
        SELECT actor_name AS name FROM audit_log UNION ALL SELECT subject_name FROM audit_log
        UNION ALL SELECT saved_by_name FROM manuscripts
        UNION ALL SELECT saved_by_name FROM manuscript_versions`);
      return rows.map(({ name }) => name);
    };
    expect((await selectNames()).filter((name) => name === 'grace').length).toBeGreaterThan(3);

    await markAccountDeleted(queries(), grace as Parameters<typeof markAccountDeleted>[1]);
    expect(await selectNames()).toContain('grace');
    const later = new Date(Date.now() + 60_000);
    await createDeletedAccountsRemover(0).removeBatch(queries(), later, 10);
    expect(await selectNames()).not.toContain('grace');
    expect(await selectNames()).toContain('Former member');
    await expect(queries().execute(sql`UPDATE audit_log SET actor_name = 'x'`)).rejects.toThrow();
  });

  it('covers every table that names members', async () => {
    const columns = await selectRows<{ table: string }>(sql`
      SELECT table_name AS table FROM information_schema.columns
      WHERE table_schema = 'public' AND (column_name = 'actor_name' OR column_name LIKE '%\\_by\\_name')`);
    const [{ source }] = (await selectRows<{ source: string }>(
      sql`SELECT prosrc AS source FROM pg_proc WHERE proname = 'forget_staff_name'`,
    )) as [{ source: string }];
    expect(columns.length).toBeGreaterThan(5);
    for (const { table } of columns) expect(source).toContain(`UPDATE "${table}"`);
  });
});
