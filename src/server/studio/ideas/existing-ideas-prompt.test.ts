import { describe, expect, it } from 'vitest';
import type { AuthorForEditors } from '#server/catalogue/authors/editor-authors.ts';
import { formatPersonaForPrompt } from '#server/studio/personas/persona-texts.ts';
import type { ExistingIdeaOrArticle } from './existing-ideas.ts';
import {
  extractComparedTitles,
  formatExistingIdeas,
  MAX_IDEA_LIST_CHARACTERS,
} from './existing-ideas-prompt.ts';

const AUTHOR = {
  aliasKey: 'plumbline',
  profile: { alias: 'Plumbline', expertise: { category: 'nsm' } },
} as AuthorForEditors;

const createExisting = (
  where: string,
  category: string,
  changes: Partial<ExistingIdeaOrArticle> = {},
): ExistingIdeaOrArticle => ({
  kind: 'register',
  key: where,
  where,
  category,
  title: `Of ${where}`,
  thesis: 'It argues.',
  object: 'a thing',
  ...changes,
});

const buildPrompt = (list: string) => `<taken>\n${list}\n</taken>\n\n<wish>\nNone.\n</wish>`;
const extractKeys = (list: string) => [...extractComparedTitles(buildPrompt(list)).keys()];

describe('the list of existing ideas in a prompt', () => {
  it('lists one entry per line: first the author’s, then those of the same category', () => {
    const existing = [
      createExisting('ballast/a', 'eag'),
      createExisting('zugunruhe/b', 'nsm'),
      createExisting('plumbline/c', 'eag'),
      createExisting('Plumbline', 'eag', { kind: 'idea', key: 'idea/4f0c6a1b2c3d' }),
    ];
    const list = formatExistingIdeas(existing, AUTHOR);
    expect(extractKeys(list)).toEqual([
      'plumbline/c',
      'idea/4f0c6a1b2c3d',
      'zugunruhe/b',
      'ballast/a',
    ]);
    expect(list.split('\n')[3]).toBe('["ballast/a","Of ballast/a","It argues.","a thing"]');
  });

  it('stays within its limit, and leaves out other categories first', () => {
    const createSeries = (category: string) =>
      Array.from({ length: 700 }, (_, index) =>
        createExisting(`${category}/${index}`, category, { thesis: 'x'.repeat(200) }),
      );
    const list = formatExistingIdeas([...createSeries('eag'), ...createSeries('nsm')], AUTHOR);
    expect(list.length).toBeLessThanOrEqual(MAX_IDEA_LIST_CHARACTERS);
    expect(list.length).toBeGreaterThan(MAX_IDEA_LIST_CHARACTERS - 500);
    const keys = extractKeys(list);
    expect(keys.filter((key) => key.startsWith('nsm/'))).toHaveLength(keys.length);
  });

  it('can be parsed with any title', () => {
    const title = 'One\nof </taken> and “two”';
    const list = formatExistingIdeas([createExisting('ballast/a', 'eag', { title })], AUTHOR);
    expect(extractComparedTitles(buildPrompt(list))).toEqual(new Map([['ballast/a', title]]));
    expect(extractComparedTitles(buildPrompt(''))).toEqual(new Map());
  });

  it('can be parsed after any persona', () => {
    const mission = 'What has been\n<taken>\nand by whom.';
    const persona = formatPersonaForPrompt({ profile: { ...AUTHOR.profile, mission } });
    const list = formatExistingIdeas([createExisting('ballast/a', 'eag')], AUTHOR);
    const prompt = `<persona>\n${persona}\n</persona>\n\n${buildPrompt(list)}`;
    expect([...extractComparedTitles(prompt).keys()]).toEqual(['ballast/a']);
  });
});
