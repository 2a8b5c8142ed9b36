import { describe, expect, it } from 'vitest';
import { readIdeas } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import {
  type ComparedIdeaOrArticle,
  type ComparedIdeaTexts,
  MIN_DUPLICATE_SCORE,
  SimilarityIndex,
} from './similarity-index.ts';

const register = (await readIdeas(SHIPPED_LIBRARY_FOLDER)).map(
  ({ article: where, title, thesis, object }): ComparedIdeaOrArticle => ({
    kind: 'register',
    where,
    title,
    thesis,
    object,
  }),
);

const findNearest = (idea: ComparedIdeaTexts, known: readonly ComparedIdeaOrArticle[]) =>
  new SimilarityIndex(known).findMostSimilar(idea);

describe('the similarity of ideas', () => {
  it.runIf(isRunOfAllTests())('finds no duplicates among the ideas of the register', () => {
    expect(register.length).toBeGreaterThan(100);
    const scores = register.map((idea) => {
      const twin = findNearest(
        idea,
        register.filter((other) => other !== idea),
      );
      return twin?.score ?? 0;
    });
    expect(Math.max(...scores)).toBeLessThan(MIN_DUPLICATE_SCORE - 0.08);
  });

  it('finds each idea of the register identical to itself', () => {
    for (const idea of register) {
      const twin = findNearest(idea, register)!;
      expect([twin.where, twin.score]).toEqual([idea.where, 1]);
    }
  });

  it.each([
    [
      'half-a-dam-at-the-wrong-frequency',
      'Two frequencies at Itaipú',
      'Brazil and Paraguay share one river dam but their grids run at different frequencies, so half its power has to be converted.',
      'ten turbines at 50 hertz beside ten at 60',
    ],
    [
      'what-a-boy-in-reunion-knew-about-vanilla',
      'The boy who married vanilla',
      'The vanilla trade rests on hand pollination, a gesture found by an enslaved boy on Réunion.',
      'a vanilla flower and a sliver of bamboo',
    ],
    [
      'what-is-a-phone-worth-to-a-fisherman',
      'Fishermen with mobile phones',
      'Mobile phones let Kerala fishermen compare beaches, and prices converged and waste disappeared.',
      'a fishing boat off Kerala with a phone',
    ],
  ])('recognizes %s in other words', (slug, title, thesis, object) => {
    const twin = findNearest({ title, thesis, object }, register)!;
    expect(twin.where).toMatch(new RegExp(`/${slug}$`));
    expect(twin.score).toBeGreaterThan(MIN_DUPLICATE_SCORE);
  });

  it('recognizes a duplicate among articles that were searched for by the words of the idea', () => {
    const words = ['lighthouse', 'keeper', 'lamp', 'wick'];
    const articles = Array.from({ length: 59 }, (_, index): ComparedIdeaOrArticle => {
      const [title, thesis] = [
        `The ${words[index % 4]} of harbor${index}x`,
        `Storm${index}x broke mirror${index}x.`,
      ];
      return {
        kind: 'article',
        where: `plumbline/${index}`,
        title,
        thesis,
        object: `plank${index}x`,
      };
    });
    const twin: ComparedIdeaOrArticle = {
      kind: 'article',
      where: 'plumbline/the-twin',
      title: 'The lighthouse keeper and the wick',
      thesis: 'Smoke blinded sailors on moonless nights.',
      object: 'a lamp with a trimmed wick',
    };
    const idea = {
      title: 'A keeper, a lamp, a wick',
      thesis: 'Soot hid the beam whenever nobody cut cotton.',
      object: 'the wick of a lighthouse lamp',
    };
    const nearest = new SimilarityIndex(register, [...articles, twin]).findMostSimilar(idea)!;
    expect(nearest.where).toBe(twin.where);
    expect(nearest.score).toBeGreaterThan(MIN_DUPLICATE_SCORE);
    const other = new SimilarityIndex(register, articles).findMostSimilar(idea);
    expect(other?.score ?? 0).toBeLessThan(MIN_DUPLICATE_SCORE);
  });

  it('finds nothing similar to a new idea', () => {
    const idea = { title: 'Bubblegum', thesis: 'Chicle became petrol.', object: 'a pink wad' };
    expect(findNearest(idea, register)?.score ?? 0).toBeLessThan(MIN_DUPLICATE_SCORE / 2);
    expect(findNearest(idea, [])).toBeUndefined();
  });
});
