import { describe, expect, it } from 'vitest';
import {
  coherentIdeaPointsSchema,
  explainIncoherentPoints,
  type IdeaPoint,
  ideaPointsSchema,
} from './points.ts';

const ARGUMENT = ['A crew stayed.', { so: 'A day had a price.' }, { but: 'Courts differed.' }];

const FORMAT_ERROR =
  'a point is a sentence of at most 160 characters, from the second on under because, so, but or and';

const listProblems = (points: unknown) =>
  ideaPointsSchema
    .safeParse(points)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('the points of an idea', () => {
  it('are three sentences, the last two with a link', () => {
    expect(listProblems(ARGUMENT)).toEqual([]);
    expect(listProblems(['One.', { because: 'Two.' }, { and: 'Three.' }])).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['only two points', ARGUMENT.slice(0, 2), ': an idea has 3 points'],
    [
      'a link in the first point',
      [{ so: 'One.' }, { so: 'Two.' }, { so: 'Three.' }],
      '0: the first point is a sentence alone: it follows from none',
    ],
    [
      'a later point without a link',
      ['One.', { so: 'Two.' }, 'Three.'],
      '2: it says how it follows from the one before: because, so, but or and',
    ],
    [
      'a point with an unknown link',
      ['One.', { hence: 'Two.' }, { but: 'Three.' }],
      `1: ${FORMAT_ERROR}`,
    ],
    [
      'a point with two links',
      ['One.', { so: 'Two.', but: 'Two.' }, { but: 'Three.' }],
      `1: ${FORMAT_ERROR}`,
    ],
    [
      'a point that is too long',
      ['One.', { so: 'x'.repeat(161) }, { but: 'Three.' }],
      '1.so: Too big: expected string to have <=160 characters',
    ],
  ])('are rejected: %s', (_, points, problem) => {
    expect(listProblems(points)).toEqual([problem]);
  });

  it.each([
    [[{ and: 'Two.' }, { but: 'Three.' }], 'the second is joined to the one before it'],
    [[{ so: 'Two.' }, { and: 'Three.' }], 'the third is joined to the one before it'],
    [[{ and: 'Two.' }, { and: 'Three.' }], 'each is joined to the one before'],
  ])(
    'are refused as separate stories if "and" is the only link of a point (%j)',
    (linkedPoints, finding) => {
      const points: IdeaPoint[] = ['One.', ...linkedPoints];
      const reason = `Its points are separate stories: ${finding} by no more than “and”`;
      expect(explainIncoherentPoints(points)).toBe(reason);
      expect(
        coherentIdeaPointsSchema.safeParse(points).error?.issues.map(({ message }) => message),
      ).toEqual([reason]);
    },
  );

  it('form an argument if each follows from the previous one', () => {
    expect(coherentIdeaPointsSchema.parse(ARGUMENT)).toEqual(ARGUMENT);
  });
});
