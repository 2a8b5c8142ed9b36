import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '#domain/categories.ts';
import { splitSentences } from '#speech/script/segmentation.ts';
import { getCategoryPageTexts, MAX_PAGE_DESCRIPTION_LENGTH } from './category-texts.ts';

const SUBJECTS = CATEGORIES.flatMap(({ id, name, subcategories }) => [
  { name, minLength: 120, texts: getCategoryPageTexts(id, undefined) },
  ...subcategories.map((each) => ({
    name: each.name,
    minLength: 140,
    texts: getCategoryPageTexts(id, each.id),
  })),
]);

/** Matches clichés, and words about the website itself. An introduction to a category must contain neither. */
const FORBIDDEN =
  /\b(?:explor(?:e|es|ing)|dives?|diving into|discover(?:s|ing)?|delv(?:e|es|ing)|unlock|unravel|embark|journey into|fascinating|captivating|intriguing|realm|tapestry|testament to|world of|ever wondered|in today’s|at its core|not only|articles?|Octavo)\b|—|!/iu;

/** Minimum number of characters in a page description, so that it says what the page is about. */
const MIN_DESCRIPTION_LENGTH = 70;
/** Maximum number of characters in a page title. Search engines truncate longer titles. */
const MAX_TITLE_LENGTH = 60;

describe('the texts about categories and subcategories', () => {
  it('exist for each of them, and all differ', () => {
    expect(SUBJECTS).toHaveLength(140);
    for (const field of ['title', 'description', 'introduction'] as const)
      expect(new Set(SUBJECTS.map(({ texts }) => texts[field])).size).toBe(140);
  });

  it.each(SUBJECTS)('introduce $name in two or three sentences', ({ minLength, texts }) => {
    const { introduction } = texts;
    expect(introduction.length).toBeGreaterThanOrEqual(minLength);
    expect(introduction.length).toBeLessThanOrEqual(300);
    expect([2, 3]).toContain(splitSentences(introduction).length);
    expect(FORBIDDEN.exec(introduction)?.[0]).toBeUndefined();
    expect(introduction).not.toMatch(/['"]/);
  });

  it.each(SUBJECTS)('have a title and a description for $name', ({ name, texts }) => {
    const { title, description, introduction } = texts;
    expect(title).toMatch(new RegExp(`^${name}: [^A-Z]`));
    expect(title.length).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
    expect(FORBIDDEN.exec(title)?.[0]).toBeUndefined();
    expect(introduction.startsWith(description)).toBe(true);
    expect(description).toMatch(/[.?]$/);
    expect(description.length).toBeLessThanOrEqual(MAX_PAGE_DESCRIPTION_LENGTH);
    expect(description.length).toBeGreaterThanOrEqual(MIN_DESCRIPTION_LENGTH);
  });
});
