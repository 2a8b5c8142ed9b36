import { describe, expect, it } from 'vitest';
import {
  type AiNamedNearestWork,
  aiNamedNearestWorkSchema,
  explainDuplicate,
} from './similarity.ts';

const KEY = 'ballast/where-to-paint-the-line';
const TITLES = new Map([[KEY, 'Where to paint the line']]);
const NEAREST: AiNamedNearestWork = {
  key: KEY,
  whatIsNew: 'What letters can undo.',
  nearness: 'near',
};

const listInvalidFields = (nearest: unknown) =>
  aiNamedNearestWorkSchema.safeParse(nearest).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('the closest work of an idea', () => {
  it('has a key, a sentence and a degree of closeness', () => {
    expect(listInvalidFields(NEAREST)).toEqual([]);
  });

  it.each([
    ['a sentence that is too long', { whatIsNew: 'x'.repeat(161) }],
    ['an empty sentence', { whatIsNew: ' ' }],
    ['an unknown degree of closeness', { nearness: 'alike' }],
  ])('is rejected with %s', (_, changes) => {
    expect(listInvalidFields({ ...NEAREST, ...changes })).toEqual(Object.keys(changes));
  });

  it.each(['near', 'apart'] as const)('is accepted if its closeness is "%s"', (nearness) => {
    expect(explainDuplicate({ ...NEAREST, nearness }, TITLES)).toBeUndefined();
  });

  it('leads to refusal if it has the same argument', () => {
    expect(explainDuplicate({ ...NEAREST, nearness: 'same' }, TITLES)).toBe(
      `By its own account, it is the same as “Where to paint the line” (${KEY}), so its readers would learn nothing new.`,
    );
  });

  it('must be named, and must exist, if there are existing works', () => {
    expect(explainDuplicate({ ...NEAREST, key: 'constructor' }, TITLES)).toBe(
      'It names “constructor” as the closest in meaning, but no work with this key exists.',
    );
    expect(explainDuplicate(null, TITLES)).toBe('It does not name the closest work in meaning.');
    expect(explainDuplicate(null, new Map())).toBeUndefined();
    expect(explainDuplicate(NEAREST, new Map())).toContain('no work with this key exists');
  });
});
