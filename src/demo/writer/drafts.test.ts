import { describe, expect, it } from 'vitest';
import { createEmptyManuscript } from '#domain/studio/manuscript.ts';
import { explainDuplicate } from '#domain/studio/similarity.ts';
import { readIdeas } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { findQuotedPassage, replacePassage } from '#server/studio/reviews/passages.ts';
import { readDemoDrafts, readProposedPersonas } from './drafts.ts';

describe('the shipped drafts', () => {
  it('are valid, and every concern quotes a replaceable passage of its draft', async () => {
    const problems: string[] = [];
    const report = (file: string, error: unknown) => void problems.push(`${file}: ${error}`);
    const drafts = await readDemoDrafts(SHIPPED_LIBRARY_FOLDER, report);
    await readProposedPersonas(SHIPPED_LIBRARY_FOLDER, report);
    expect(problems).toEqual([]);
    for (const { slug, idea, article, concerns } of drafts) {
      const { summary, introduction, keyPoints, conclusion } = article.body;
      const { category, subcategory } = idea;
      const manuscript = {
        ...createEmptyManuscript({ category, subcategory }),
        ...{ title: article.title, tagline: article.tagline },
        ...{ summary, introduction, keyPoints, conclusion },
      };
      for (const { passages, improved } of concerns) {
        const passage = passages.flatMap((each) => findQuotedPassage(manuscript, each) ?? [])[0];
        expect(passage, `${slug}: ${passages[1]}`).toBeDefined();
        expect(replacePassage(manuscript, passage!, improved)).toBeDefined();
      }
    }
  });

  it('name the most similar existing idea, and differ from it', async () => {
    const drafts = await readDemoDrafts(SHIPPED_LIBRARY_FOLDER, () => {});
    expect(drafts.length).toBeGreaterThan(0);
    const register = await readIdeas(SHIPPED_LIBRARY_FOLDER);
    const titles = new Map(register.map(({ article, title }) => [article, title]));
    for (const { slug, nearest } of drafts)
      expect(explainDuplicate(nearest, titles), slug).toBeUndefined();
  });
});
