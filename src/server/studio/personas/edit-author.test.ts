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
      gantry = (await rowOf('Gantry')).id;
    });
    afterAll(() => studio.close());
    beforeEach(async () => {
      await clearStudio(database);
      await database.queries
        .update(authors)
        .set({ heldSince: null, sourceHash: 'old', voice: null, status: 'active' });
      await importAgain();
    });

    const rowOf = async (alias: string) => {
      const [row] = await database.queries.select().from(authors).where(eq(authors.alias, alias));
      return row!;
    };
    const importAgain = async () =>
      importLibrary(database.queries, await readLibrary(TEST_LIBRARY_FOLDER));
    const get = async (id: string): Promise<StudioAuthorProfile> => {
      const answer = await studio.call('GET', `/studio/authors/${id}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data;
    };
    const put = (id: string, base: string, words: object, call = studio.call) =>
      call('PUT', `/studio/authors/${id}`, { base, words });
    /** Edits some fields of an author's current profile and voice. */
    const edit = async (id: string, change: Partial<PersonaTexts>, call = studio.call) => {
      const whole = await get(id);
      const answer = await put(id, whole.version, { ...wordsOf(whole), ...change }, call);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data as StudioAuthorProfile;
    };
    const pageOf = (path: string) => studio.app.inject(`/page-payload${path}`);
    const edits = async (): Promise<AuditEntry[]> => {
      const answer = await studio.call('GET', '/studio/audit?subject=author');
      return answer
        .json()
        .data.entries.filter(({ action }: AuditEntry) => action === 'author.edit');
    };

    it('show an editor’s changes to readers immediately, and keep them after the next import', async () => {
      const article = (await studio.app.inject('/api/v1/articles?alias=Gantry')).json().data
        .metas[0];
      const shows = (path: string, words: string) => async () =>
        (await pageOf(path)).body.includes(words);
      for (const path of ['/authors/Gantry', '/authors', article.path])
        expect(await shows(path, 'Where the load goes')()).toBe(true);

      const whole = await edit(gantry, { tagline: 'Follow it down', about: ['One.', 'Two.'] });
      expect(whole).toMatchObject({
        author: { tagline: 'Follow it down', isHeld: true, isOfLibrary: true },
        profile: { about: ['One.', 'Two.'], alias: 'Gantry' },
        edited: { by: 'grace' },
      });
      for (const path of ['/authors/Gantry', '/authors', article.path]) {
        await expect.poll(shows(path, 'Follow it down')).toBe(true);
        expect(await shows(path, 'Where the load goes')()).toBe(false);
      }
      await importAgain();
      expect((await get(gantry)).profile.tagline).toBe('Follow it down');
      expect(await get(gantry)).toEqual(whole);
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
        expect((await get(gantry)).author).toMatchObject({
          tagline: 'Follow it down',
          isHeld: true,
        });
        await importWith('Follow it down');
        expect((await get(gantry)).author.isHeld).toBe(false);
        await importWith('Something else');
        expect((await get(gantry)).author.tagline).toBe('Something else');
      },
    );

    it('use an edited voice sheet only once an editor has changed it', async () => {
      const { voice } = await get(gantry);
      expect(voice!.promise).toContain('every load is followed');
      await edit(gantry, { tagline: 'Follow it down' });
      expect((await rowOf('Gantry')).voice).toBeNull();
      const changed = { ...voice!, promise: 'every sum is shown' };
      expect((await edit(gantry, { voice: changed })).voice).toEqual(changed);
      await importAgain();
      expect((await get(gantry)).voice).toEqual(changed);
      // An edit without a voice sheet keeps the stored one.
      expect((await edit(gantry, { voice: null })).voice).toEqual(changed);
    });

    it('reject an edit of an unseen version, and accept a repeated one', async () => {
      const whole = await get(gantry);
      const mine = { ...wordsOf(whole), mission: 'Mine.' };
      await edit(gantry, { tagline: 'Hedy’s own' }, hedy);
      const late = await put(gantry, whole.version, mine);
      expect([late.statusCode, late.json().error]).toEqual([
        409,
        'hedy has edited this author in the meantime. Compare, then save again.',
      ]);
      const seen = await get(gantry);
      expect((await put(gantry, seen.version, mine)).statusCode).toBe(200);
      const before = (await edits()).length;
      // Repeats the edit, as a client does after a lost response.
      expect((await put(gantry, seen.version, mine)).json().data).toEqual(await get(gantry));
      expect(await edits()).toHaveLength(before);
    });

    it.runIf(isRunOfAllTests())(
      'name the library in the error if it has changed them first',
      async () => {
        const { id } = await rowOf('Waystone');
        const whole = await get(id);
        await database.queries
          .update(authors)
          .set({ tagline: 'Of a new release' })
          .where(eq(authors.id, id));
        const late = await put(id, whole.version, { ...wordsOf(whole), mission: 'Mine.' });
        expect([late.statusCode, late.json().error]).toEqual([
          409,
          'The library has edited this author in the meantime. Compare, then save again.',
        ]);
      },
    );

    it('record only the changed parts in the audit log', async () => {
      const before = await get(gantry);
      await edit(gantry, { tagline: '  Follow\n it\0down ', subjects: ['trusses', 'rivets'] });
      expect((await edits())[0]).toMatchObject({
        actorName: 'grace',
        subjectId: gantry,
        subjectName: 'Gantry',
        before: { tagline: before.profile.tagline, subjects: before.profile.expertise.subjects },
        after: { tagline: 'Follow it down', subjects: ['trusses', 'rivets'] },
      });
      expect(Object.keys((await edits())[0]!.after as object)).toEqual(['tagline', 'subjects']);
    });

    it.each<[string, object]>([
      ['words.tagline: is missing', { tagline: ' ' }],
      ['words.tagline: has 141 characters; 140 are the most', { tagline: 'a'.repeat(141) }],
      ['words.subjects: needs 2 at least', { subjects: ['one'] }],
      ['words.about.1: is missing', { about: ['One.', ''] }],
      ['words.influencedBy: has more than 5', { influencedBy: Array(6).fill(INFLUENCE) }],
      ['words: does not know “alias”', { alias: 'Derrick' }],
    ])('are rejected with the reason: %s', async (error, change) => {
      const whole = await get(gantry);
      const answer = await put(gantry, whole.version, { ...wordsOf(whole), ...change });
      expect([answer.statusCode, answer.json().error]).toEqual([400, `${error}.`]);
    });

    it('validate the voice sheet', async () => {
      const whole = await get(gantry);
      const refusalOf = async (change: object) => {
        const words = { ...wordsOf(whole), voice: { ...whole.voice, ...change } };
        return (await put(gantry, whole.version, words)).json().error;
      };
      expect(await refusalOf({ sentences: { mean: [9, 8], short: [0.1, 0.2] } })).toBe(
        'words.voice.sentences.mean: needs the smaller number first.',
      );
      expect(await refusalOf({ sentences: { mean: [8, 9], short: [10, 20] } })).toContain(
        'must be a share between none and all',
      );
      expect(await refusalOf({ sample: 'Short.' })).toBe(
        'words.voice.sample: has 6 characters; 200 are the fewest.',
      );
    });

    it('can be edited while proposed and after retirement', async () => {
      const { profile, voice } = await get(gantry);
      const id = newId();
      const proposal = { ...profile, id, alias: 'Derrick' };
      const portrait = `${id}.tae.1`;
      await insertPersonaProposal(database.queries, { profile: proposal, portrait, voice });
      await edit(id, { tagline: 'Lifts what is put to it' });
      expect((await studio.app.inject('/authors/Derrick')).statusCode).toBe(404);
      const decide = async (event: string, body?: object) => {
        const answer = await studio.call('POST', `/studio/authors/${id}/${event}`, body);
        expect(answer.statusCode, answer.body).toBe(204);
      };
      await decide('accept');
      await expect
        .poll(async () => (await pageOf('/authors/Derrick')).body)
        .toContain('Lifts what');

      await decide('retire', { articles: 'keep' });
      await edit(id, { tagline: 'Lifts no more' });
      await decide('reinstate');
      await expect.poll(async () => (await pageOf('/authors/Derrick')).body).toContain('no more');
    });

    it('respond with 404 for an unknown author', async () => {
      const whole = await get(gantry);
      const answer = await put(newId(), whole.version, wordsOf(whole));
      expect([answer.statusCode, answer.json().error]).toEqual([404, 'There is no such author.']);
    });
  },
);

function wordsOf({ profile, voice }: StudioAuthorProfile): PersonaTexts {
  const { tagline, mission, about, perspective, expertise, targetAudience, influencedBy } = profile;
  const { subjects } = expertise;
  return { tagline, mission, about, perspective, subjects, targetAudience, influencedBy, voice };
}
