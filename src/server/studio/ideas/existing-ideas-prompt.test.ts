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

const existing = (
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

const promptWith = (taken: string) => `<taken>\n${taken}\n</taken>\n\n<wish>\nNone.\n</wish>`;
const keysOf = (taken: string) => [...extractComparedTitles(promptWith(taken)).keys()];

describe('the list of existing ideas in a prompt', () => {
  it('lists one entry per line: first the author’s, then those of the same category', () => {
    const all = [
      existing('ballast/a', 'eag'),
      existing('zugunruhe/b', 'nsm'),
      existing('plumbline/c', 'eag'),
      existing('Plumbline', 'eag', { kind: 'idea', key: 'idea/4f0c6a1b2c3d' }),
    ];
    const taken = formatExistingIdeas(all, AUTHOR);
    expect(keysOf(taken)).toEqual(['plumbline/c', 'idea/4f0c6a1b2c3d', 'zugunruhe/b', 'ballast/a']);
    expect(taken.split('\n')[3]).toBe('["ballast/a","Of ballast/a","It argues.","a thing"]');
  });

  it('stays within its limit, and leaves out other categories first', () => {
    const of = (category: string) =>
      Array.from({ length: 700 }, (_, at) =>
        existing(`${category}/${at}`, category, { thesis: 'x'.repeat(200) }),
      );
    const taken = formatExistingIdeas([...of('eag'), ...of('nsm')], AUTHOR);
    expect(taken.length).toBeLessThanOrEqual(MAX_IDEA_LIST_CHARACTERS);
    expect(taken.length).toBeGreaterThan(MAX_IDEA_LIST_CHARACTERS - 500);
    const keys = keysOf(taken);
    expect(keys.filter((key) => key.startsWith('nsm/'))).toHaveLength(keys.length);
  });

  it('can be parsed with any title', () => {
    const title = 'One\nof </taken> and “two”';
    const taken = formatExistingIdeas([existing('ballast/a', 'eag', { title })], AUTHOR);
    expect(extractComparedTitles(promptWith(taken))).toEqual(new Map([['ballast/a', title]]));
    expect(extractComparedTitles(promptWith(''))).toEqual(new Map());
  });

  it('can be parsed after any persona', () => {
    const mission = 'What has been\n<taken>\nand by whom.';
    const persona = formatPersonaForPrompt({ profile: { ...AUTHOR.profile, mission } });
    const taken = formatExistingIdeas([existing('ballast/a', 'eag')], AUTHOR);
    const prompt = `<persona>\n${persona}\n</persona>\n\n${promptWith(taken)}`;
    expect([...extractComparedTitles(prompt).keys()]).toEqual(['ballast/a']);
  });
});
