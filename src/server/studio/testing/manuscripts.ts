import { createEmptyManuscript, type Manuscript } from '#domain/studio/manuscript.ts';

/** Returns a manuscript that can be published. */
export function createPublishableManuscript(changes: Partial<Manuscript> = {}): Manuscript {
  const createWords = (count: number) => Array(count).fill('word').join(' ');
  return {
    ...createEmptyManuscript({ category: 'nsm', subcategory: 'mea' }),
    title: 'A rule for the ruler',
    tagline: 'What a metre is measured with',
    summary: ['One', 'Two', 'Three', 'Four', 'Five'],
    introduction: [`It began with a <em>bar</em>. ${createWords(100)}`],
    keyPoints: ['First', 'Second', 'Third'].map((title) => ({
      title,
      paragraphs: [createWords(180)],
      takeaway: `What the ${title.toLowerCase()} leaves.`,
    })),
    conclusion: [createWords(60)],
    ...changes,
  };
}
