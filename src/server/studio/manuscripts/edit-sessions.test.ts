import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManuscriptVersionInfo } from '#domain/studio/admin-articles.ts';
import type { AuditEntry } from '#domain/studio/audit.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createPublishableManuscript } from '../testing/manuscripts.ts';
import { openTestStudio, type TestStudio } from '../testing/studio.ts';

describe.each(await selectTestDatabaseEngines())('an edit session, on $name', ({ openFilled }) => {
  let studio: TestStudio;

  beforeAll(async () => {
    studio = await openTestStudio(await openFilled(), undefined);
  });
  afterAll(() => studio.close());

  const createArticle = async (): Promise<string> =>
    (await studio.call('POST', '/studio/articles', { author: 'Plumbline' })).json().data.id;
  /** Saves changes to the newest version of a manuscript. */
  const save = async (id: string, changes: Partial<Manuscript>) => {
    const { version } = (await studio.call('GET', `/studio/articles/${id}`)).json().data.manuscript;
    const body = { base: version, content: createPublishableManuscript(changes) };
    const saved = await studio.call('PUT', `/studio/articles/${id}/manuscript`, body);
    expect(saved.statusCode).toBe(200);
    return saved.json().data.version as number;
  };
  const move = async (id: string, event: string, version: number) =>
    studio.call('POST', `/studio/articles/${id}/moves`, { event, version });
  /** Moves all timestamps of a manuscript back by a number of minutes. */
  const ageManuscript = (id: string, minutes: number) =>
    studio.database.queries.execute(sql`
      UPDATE manuscripts
      SET saved_at = saved_at - make_interval(mins => ${minutes}),
        sitting = sitting || jsonb_build_object(
          'since', (sitting->>'since')::timestamptz - make_interval(mins => ${minutes}))
      WHERE article_id = ${id}`);
  const listStoredVersions = async (id: string) => {
    const { versions } = (await studio.call('GET', `/studio/articles/${id}/versions`)).json().data;
    return (versions as ManuscriptVersionInfo[]).map(({ version }) => version);
  };
  const listEditEntries = async (id: string) => {
    const { entries } = (
      await studio.call('GET', `/studio/audit?subject=article&subjectId=${id}`)
    ).json().data;
    return (entries as AuditEntry[])
      .filter(({ action }) => action === 'article.edit')
      .map(({ before, after }) => ({ before, after }));
  };

  it('is stored as one version, and lasts five minutes from its first save', async () => {
    const id = await createArticle();
    for (let number = 0; number < 12; number++) {
      await save(id, { title: `After ${number} minutes` });
      await ageManuscript(id, 1);
    }
    expect(await listStoredVersions(id)).toEqual([13, 11, 6, 1]);
  });

  it('ends with a transition of the article', async () => {
    const id = await createArticle();
    const version = await save(id, { title: 'As it was accepted' });
    await move(id, 'accept', version);
    await save(id, { title: 'Changed in human review' });
    expect(await listStoredVersions(id)).toEqual([3, 2, 1]);
  });

  it('records each changed part once in the audit log', async () => {
    const id = await createArticle();
    await save(id, { title: 'One' });
    await ageManuscript(id, 6);
    await save(id, { title: 'Two' });
    await save(id, { title: 'Three' });
    await save(id, { title: 'Four', hasAudio: false });
    expect((await listEditEntries(id)).slice(0, 2)).toEqual([
      { before: { version: 2 }, after: { version: 5, parts: ['hasAudio'] } },
      { before: { version: 2 }, after: { version: 3, parts: ['title'] } },
    ]);
    expect(await listStoredVersions(id)).toEqual([5, 2, 1]);
  });

  it('rejects every change of stored versions', async () => {
    const id = await createArticle();
    await ageManuscript(id, 6);
    await save(id, { title: 'Kept' });
    const { queries } = studio.database;
    for (const statement of [
      sql`UPDATE manuscript_versions SET saved_by_name = 'Somebody else' WHERE article_id = ${id}`,
      sql`DELETE FROM manuscript_versions WHERE article_id = ${id} AND version = 2`,
      sql`DELETE FROM manuscript_versions WHERE article_id = ${id} AND version = 1`,
    ])
      await expect(queries.execute(statement)).rejects.toMatchObject({
        cause: { message: 'what was saved of a manuscript stays' },
      });
    await queries.execute(sql`DELETE FROM articles WHERE id = ${id}`);
    expect(await listStoredVersions(id)).toEqual([]);
  });
});
