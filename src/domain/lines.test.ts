import { describe, expect, it } from 'vitest';
import { createLineHref, createPassageHref, type Line, normalizePassage } from './lines.ts';

const LONG =
  'The refraction of the lamp is well-known, and the keeper, who wrote it down every night for forty years, never once looked up.';

describe('a path to a passage', () => {
  it('has the whole text of a short passage, and the section for browsers without text fragments', () => {
    expect(
      createPassageHref('/Ballast/lamps', 'point-2', 'A well-lit room, they say & mean it.'),
    ).toBe(
      '/Ballast/lamps#point-2:~:text=A%20well%2Dlit%20room%2C%20they%20say%20%26%20mean%20it.',
    );
  });

  it('has only both ends of a long passage', () => {
    expect(createPassageHref('/Ballast/lamps', 'conclusion', LONG)).toBe(
      '/Ballast/lamps#point-3:~:text=The%20refraction%20of%20the%20lamp%20is,forty%20years%2C%20never%20once%20looked%20up.',
    );
  });

  it('leads to the section alone once the article no longer contains the line', () => {
    const article = { path: '/Ballast/lamps' };
    const line = { article, section: 'opening', text: 'A line.', isInArticle: false } as Line;
    expect(createLineHref(line)).toBe('/Ballast/lamps#opening-end');
    expect(createLineHref({ ...line, isInArticle: true })).toBe(
      '/Ballast/lamps#opening-end:~:text=A%20line.',
    );
  });
});

it('a passage is normalized regardless of line breaks and invisible characters', () => {
  expect(normalizePassage(' Two\n  words\u00ad \u00a0here ')).toBe('Two words here');
});
