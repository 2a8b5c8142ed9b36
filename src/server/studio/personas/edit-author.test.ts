import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#domain/studio/audit.ts';
import type { PersonaTexts, StudioAuthorProfile } from '#domain/studio/personas.ts';
import { insertPersonaProposal } from '#server/catalogue/authors/editor-authors.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import type { Database } from '#server/platform/db/database.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { clearStudio, openTestStudio, type TestStudio } from '../testing/studio.ts';

const INFLUENCE = { name: 'Benjamin Baker', influence: 'He explained a bridge with chairs.' };

describe.each(await selectTestDatabaseEngines())(
  'the profile and voice of an author, on $name',
  ({ openFilled }) => {
    let database: Database;
    let studio: TestStudio;
    let hedy: ReturnType<typeof createApiCaller>;
    let gantry: string;

    beforeAll(async () => {
      database = await openFilled();
      studio = await openTestStudio(database, undefined);
      const reader = await signInTestReader(database, 'hedy');
      await updateRole(database.queries, reader.user.id, 'administrator');
      hedy = createApiCaller(studio, reader);
      gantry = (await findAuthor('Gantry')).id;
    });
    afterAll(() => studio.close());
    beforeEach(async () => {
      await clearStudio(database);
      await database.queries
        .update(authors)
        .set({ heldSince: null, sourceHash: 'old', voice: null, status: 'active' });
      await importAgain();
    });

    const findAuthor = async (alias: string) => {
      const [row] = await database.queries.select().from(authors).where(eq(authors.alias, alias));
      return row!;
    };
    const importAgain = async () =>
      importLibrary(database.queries, await readLibrary(TEST_LIBRARY_FOLDER));
    const fetchProfile = async (id: string): Promise<StudioAuthorProfile> => {
      const response = await studio.call('GET', `/studio/authors/${id}`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json().data;
    };
    const putProfile = (id: string, base: string, words: object, call = studio.call) =>
      call('PUT', `/studio/authors/${id}`, { base, words });
    /** Edits some fields of an author's current profile and voice. */
    const edit = async (id: string, change: Partial<PersonaTexts>, call = studio.call) => {
      const current = await fetchProfile(id);
      const response = await putProfile(
        id,
        current.version,
        { ...toPersonaTexts(current), ...change },
        call,
      );
      expect(response.statusCode, response.body).toBe(200);
      return response.json().data as StudioAuthorProfile;
    };
    const fetchPage = (path: string) => studio.app.inject(`/page-payload${path}`);
    const fetchEdits = async (): Promise<AuditEntry[]> => {
      const response = await studio.call('GET', '/studio/audit?subject=author');
      return response
        .json()
        .data.entries.filter(({ action }: AuditEntry) => action === 'author.edit');
    };

    it('show an editor’s changes to readers immediately, and keep them after the next import', async () => {
      const article = (await studio.app.inject('/api/v1/articles?alias=Gantry')).json().data
        .metas[0];
      const createContainsCheck = (path: string, words: string) => async () =>
        (await fetchPage(path)).body.includes(words);
      for (const path of ['/authors/Gantry', '/authors', article.path])
        expect(await createContainsCheck(path, 'Where the load goes')()).toBe(true);

      const current = await edit(gantry, { tagline: 'Follow it down', about: ['One.', 'Two.'] });
      expect(current).toMatchObject({
        author: { tagline: 'Follow it down', isHeld: true, isOfLibrary: true },
        profile: { about: ['One.', 'Two.'], alias: 'Gantry' },
        edited: { by: 'grace' },
      });
      for (const path of ['/authors/Gantry', '/authors', article.path]) {
        await expect.poll(createContainsCheck(path, 'Follow it down')).toBe(true);
        expect(await createContainsCheck(path, 'Where the load goes')()).toBe(false);
      }
      await importAgain();
      expect((await fetchProfile(gantry)).profile.tagline).toBe('Follow it down');
      expect(await fetchProfile(gantry)).toEqual(current);
    });

    it.runIf(isRunOfAllTests())(
      'follow their file again once it has the same content',
      async () => {
        await edit(gantry, { tagline: 'Follow it down' });
        const importWith = async (tagline: string) => {
          const library = await readLibrary(TEST_LIBRARY_FOLDER);
          const author = library.authors.find(({ id }) => id === gantry)!;
          author.profile = { ...author.profile, tagline };
          author.hash = tagline;
          await importLibrary(database.queries, library);
        };
        await importWith('Something else');
        expect((await fetchProfile(gantry)).author).toMatchObject({
          tagline: 'Follow it down',
          isHeld: true,
        });
        await importWith('Follow it down');
        expect((await fetchProfile(gantry)).author.isHeld).toBe(false);
        await importWith('Something else');
        expect((await fetchProfile(gantry)).author.tagline).toBe('Something else');
      },
    );

    it('use an edited voice sheet only once an editor has changed it', async () => {
      const { voice } = await fetchProfile(gantry);
      expect(voice!.promise).toContain('every load is followed');
      await edit(gantry, { tagline: 'Follow it down' });
      expect((await findAuthor('Gantry')).voice).toBeNull();
      const changed = { ...voice!, promise: 'every sum is shown' };
      expect((await edit(gantry, { voice: changed })).voice).toEqual(changed);
      await importAgain();
      expect((await fetchProfile(gantry)).voice).toEqual(changed);
      // An edit with `voice: null` keeps the stored voice sheet.
      expect((await edit(gantry, { voice: null })).voice).toEqual(changed);
    });

    it('reject an edit of an unseen version, and accept a repeated one', async () => {
      const current = await fetchProfile(gantry);
      const ownTexts = { ...toPersonaTexts(current), mission: 'Mine.' };
      await edit(gantry, { tagline: 'Hedy’s own' }, hedy);
      const late = await putProfile(gantry, current.version, ownTexts);
      expect([late.statusCode, late.json().error]).toEqual([
        409,
        'hedy has edited this author in the meantime. Compare, then save again.',
      ]);
      const seen = await fetchProfile(gantry);
      expect((await putProfile(gantry, seen.version, ownTexts)).statusCode).toBe(200);
      const before = (await fetchEdits()).length;
      // Repeats the edit, as a client does after a lost response.
      expect((await putProfile(gantry, seen.version, ownTexts)).json().data).toEqual(
        await fetchProfile(gantry),
      );
      expect(await fetchEdits()).toHaveLength(before);
    });

    it.runIf(isRunOfAllTests())(
      'name the library in the error if it has changed them first',
      async () => {
        const { id } = await findAuthor('Waystone');
        const current = await fetchProfile(id);
        await database.queries
          .update(authors)
          .set({ tagline: 'Of a new release' })
          .where(eq(authors.id, id));
        const late = await putProfile(id, current.version, {
          ...toPersonaTexts(current),
          mission: 'Mine.',
        });
        expect([late.statusCode, late.json().error]).toEqual([
          409,
          'The library has edited this author in the meantime. Compare, then save again.',
        ]);
      },
    );

    it('record only the changed parts in the audit log', async () => {
      const before = await fetchProfile(gantry);
      await edit(gantry, { tagline: '  Follow\n it\0down ', subjects: ['trusses', 'rivets'] });
      expect((await fetchEdits())[0]).toMatchObject({
        actorName: 'grace',
        subjectId: gantry,
        subjectName: 'Gantry',
        before: { tagline: before.profile.tagline, subjects: before.profile.expertise.subjects },
        after: { tagline: 'Follow it down', subjects: ['trusses', 'rivets'] },
      });
      expect(Object.keys((await fetchEdits())[0]!.after as object)).toEqual([
        'tagline',
        'subjects',
      ]);
    });

    it.each<[string, object]>([
      ['words.tagline: is missing', { tagline: ' ' }],
      ['words.tagline: has 141 characters; 140 are the most', { tagline: 'a'.repeat(141) }],
      ['words.subjects: needs 2 at least', { subjects: ['one'] }],
      ['words.about.1: is missing', { about: ['One.', ''] }],
      ['words.influencedBy: has more than 5', { influencedBy: Array(6).fill(INFLUENCE) }],
      ['words: does not know “alias”', { alias: 'Derrick' }],
    ])('are rejected with the reason: %s', async (error, change) => {
      const current = await fetchProfile(gantry);
      const response = await putProfile(gantry, current.version, {
        ...toPersonaTexts(current),
        ...change,
      });
      expect([response.statusCode, response.json().error]).toEqual([400, `${error}.`]);
    });

    it('validate the voice sheet', async () => {
      const current = await fetchProfile(gantry);
      const fetchError = async (change: object) => {
        const words = { ...toPersonaTexts(current), voice: { ...current.voice, ...change } };
        return (await putProfile(gantry, current.version, words)).json().error;
      };
      expect(await fetchError({ sentences: { mean: [9, 8], short: [0.1, 0.2] } })).toBe(
        'words.voice.sentences.mean: needs the smaller number first.',
      );
      expect(await fetchError({ sentences: { mean: [8, 9], short: [10, 20] } })).toContain(
        'must be a share between none and all',
      );
      expect(await fetchError({ sample: 'Short.' })).toBe(
        'words.voice.sample: has 6 characters; 200 are the fewest.',
      );
    });

    it('can be edited while proposed and after retirement', async () => {
      const { profile, voice } = await fetchProfile(gantry);
      const id = newId();
      const proposal = { ...profile, id, alias: 'Derrick' };
      const portrait = `${id}.tae.1`;
      await insertPersonaProposal(database.queries, { profile: proposal, portrait, voice });
      await edit(id, { tagline: 'Lifts what is put to it' });
      expect((await studio.app.inject('/authors/Derrick')).statusCode).toBe(404);
      const decide = async (event: string, body?: object) => {
        const response = await studio.call('POST', `/studio/authors/${id}/${event}`, body);
        expect(response.statusCode, response.body).toBe(204);
      };
      await decide('accept');
      await expect
        .poll(async () => (await fetchPage('/authors/Derrick')).body)
        .toContain('Lifts what');

      await decide('retire', { articles: 'keep' });
      await edit(id, { tagline: 'Lifts no more' });
      await decide('reinstate');
      await expect
        .poll(async () => (await fetchPage('/authors/Derrick')).body)
        .toContain('no more');
    });

    it('respond with 404 for an unknown author', async () => {
      const current = await fetchProfile(gantry);
      const response = await putProfile(newId(), current.version, toPersonaTexts(current));
      expect([response.statusCode, response.json().error]).toEqual([
        404,
        'There is no such author.',
      ]);
    });
  },
);

function toPersonaTexts({ profile, voice }: StudioAuthorProfile): PersonaTexts {
  const { tagline, mission, about, perspective, expertise, targetAudience, influencedBy } = profile;
  const { subjects } = expertise;
  return { tagline, mission, about, perspective, subjects, targetAudience, influencedBy, voice };
}
