import { describe, expect, it, test } from 'vitest';
import { normalizeAlias } from '#domain/paths.ts';
import { readWritingVoice } from '#server/catalogue/editorial/authoring-files.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import {
  EMPTY_WRITING_VOICE,
  mergePersonaDrafts,
  type PersonaDraft,
  toPersonaDraft,
  toPersonaTexts,
  validatePersonaDraft,
} from './persona-draft.ts';

const { authors } = await readLibrary(SHIPPED_LIBRARY_FOLDER);
const personas = await Promise.all(
  authors.map(async ({ profile }) => {
    const voice =
      (await readWritingVoice(SHIPPED_LIBRARY_FOLDER, normalizeAlias(profile.alias))) ?? null;
    return { profile, voice };
  }),
);

test.each(personas)(
  'converts $profile.alias to a valid draft and back without changes',
  (persona) => {
    const draft = toPersonaDraft(persona);
    expect([...validatePersonaDraft(draft)]).toEqual([]);
    const { profile, voice } = persona;
    expect(toPersonaTexts(draft)).toEqual({
      tagline: profile.tagline,
      mission: profile.mission,
      about: profile.about,
      perspective: profile.perspective,
      subjects: profile.expertise.subjects,
      targetAudience: profile.targetAudience,
      influencedBy: profile.influencedBy,
      voice,
    });
  },
);

const DRAFT = toPersonaDraft(personas.find(({ profile }) => profile.alias === 'Gantry')!);
const createDraftWithVoice = (parts: Partial<typeof EMPTY_WRITING_VOICE>): PersonaDraft => ({
  ...DRAFT,
  voice: { ...DRAFT.voice!, ...parts },
});

describe('the errors of a draft', () => {
  it.each<[string, PersonaDraft, string, boolean]>([
    ['tagline', { ...DRAFT, tagline: ' ' }, 'It is missing.', false],
    [
      'tagline',
      { ...DRAFT, tagline: 'a'.repeat(150) },
      'It has 150 characters; 140 are the most.',
      true,
    ],
    ['about.1', { ...DRAFT, about: ['One.', ''] }, 'It is missing.', false],
    [
      'voice.sentences.mean.0',
      createDraftWithVoice({ mean: ['', '10'] }),
      'It must be a number.',
      false,
    ],
    [
      'voice.sentences.short',
      createDraftWithVoice({ short: ['36', '30'] }),
      'It needs the smaller number first.',
      false,
    ],
  ])('include a message for %s', (path, draft, text, isOver) => {
    expect([...validatePersonaDraft(draft)]).toEqual([[path, { text, isOver }]]);
  });

  it('include every part of an empty voice sheet', () => {
    const errors = validatePersonaDraft({ ...DRAFT, voice: EMPTY_WRITING_VOICE });
    expect(errors.get('voice.sample')!.text).toBe('It is missing.');
    expect(errors.get('voice.forbidden.2')!.text).toBe('It is missing.');
  });
});

test('keeps other editors’ changes to parts that were not edited', () => {
  const mine = createDraftWithVoice({ promise: 'mine' });
  const theirs = { ...createDraftWithVoice({ sample: 'theirs' }), tagline: 'theirs' };
  expect(mergePersonaDrafts(theirs, DRAFT, mine)).toEqual({
    ...DRAFT,
    tagline: 'theirs',
    voice: { ...DRAFT.voice!, promise: 'mine', sample: 'theirs' },
  });
});
