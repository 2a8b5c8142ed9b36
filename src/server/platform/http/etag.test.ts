import { describe, expect, it } from 'vitest';
import { matchesIfMatch, matchesIfNoneMatch } from './etag.ts';

describe('an entity tag', () => {
  it.each<[header: string | undefined, etag: string, weakly: boolean, strongly: boolean]>([
    [undefined, '"a"', false, false],
    ['', '"a"', false, false],
    ['"a"', '"a"', true, true],
    ['"b"', '"a"', false, false],
    ['"b", "a"', '"a"', true, true],
    ['*', '"a"', true, true],
    ['W/"a"', '"a"', true, false],
    ['"a"', 'W/"a"', true, false],
    ['W/"a"', 'W/"a"', true, false],
  ])('is compared weakly and strongly: %s with %s', (header, etag, weakly, strongly) => {
    expect([matchesIfNoneMatch(header, etag), matchesIfMatch(header, etag)]).toEqual([
      weakly,
      strongly,
    ]);
  });
});
