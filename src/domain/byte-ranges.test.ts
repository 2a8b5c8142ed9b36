import { describe, expect, it } from 'vitest';
import { type ByteRange, formatRangeHeader, parseRangeHeader } from './byte-ranges.ts';

describe('a Range header', () => {
  it.each<[string, ByteRange]>([
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=5-', { from: 5 }],
    ['bytes=-7', { last: 7 }],
  ])('%s is parsed as a range and formatted again', (header, range) => {
    expect(parseRangeHeader(header)).toEqual(range);
    expect(parseRangeHeader(formatRangeHeader(range))).toEqual(range);
  });

  it.each([
    undefined,
    '',
    'bytes=-',
    'bytes=9-2',
    'bytes=0-1,4-5',
    'lines=1-2',
    'bytes=1e3-',
    `bytes=${'9'.repeat(16)}-`,
  ])('%s requests the complete file', (header) => {
    expect(parseRangeHeader(header)).toBeUndefined();
  });
});
