import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InvalidRequestError } from '#server/platform/errors.ts';
import {
  createPageTokenWithContent,
  listInvalidTokenContents,
} from '#server/testing/forged-tokens.ts';
import { decodePageToken, encodePageToken, timestampAndIdKeySchema } from './page-token.ts';

const context = 'articles nsm';
const key = ['2026-11-02T07:00:00.000Z', '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01'] as const;
const keySchema = z.tuple([z.iso.datetime(), z.string()]);

describe('a page token', () => {
  it('returns the sort key', () => {
    expect(decodePageToken(context, encodePageToken(context, key), keySchema)).toEqual(key);
  });

  it('is rejected if one character was changed', () => {
    const token = encodePageToken(context, key);
    for (let index = 0; index < token.length; index++) {
      const replacement = token[index] === 'A' ? 'Q' : 'A';
      const changedToken = token.slice(0, index) + replacement + token.slice(index + 1);
      // Skips the changed token if it still decodes to the same bytes, because Base64url ignores some bits of the last
      // character.
      if (Buffer.from(changedToken, 'base64url').equals(Buffer.from(token, 'base64url'))) continue;
      expect(() => decodePageToken(context, changedToken, keySchema)).toThrow(InvalidRequestError);
    }
  });

  it.each(['', 'x', 'null', '{}', '%00', 'a'.repeat(500)])('is rejected: %j', (token) => {
    expect(() => decodePageToken(context, token, keySchema)).toThrow(InvalidRequestError);
  });

  it.each(listInvalidTokenContents(key))('is rejected with forged content: %j', (content) => {
    const token = createPageTokenWithContent(context, content);
    expect(() => decodePageToken(context, token, timestampAndIdKeySchema)).toThrow(
      InvalidRequestError,
    );
  });

  it.each(['2026-11-02T07:00:00.000Z', '2026-11-02T12:30:00.123456+05:30', '0001-01-01T00:00:00Z'])(
    'is accepted with the timestamp %s',
    (timestamp) => {
      const id = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01';
      const token = encodePageToken(context, [timestamp, id]);
      expect(decodePageToken(context, token, timestampAndIdKeySchema)).toEqual([timestamp, id]);
    },
  );

  it('is rejected if its key does not match the schema of the list', () => {
    const forged = encodePageToken(context, ['yesterday', 'id']);
    expect(decodePageToken(context, encodePageToken(context, key), keySchema)).toEqual(key);
    expect(() => decodePageToken(context, forged, keySchema)).toThrow(InvalidRequestError);
  });

  it('is rejected by another list', () => {
    expect(() => decodePageToken('articles', encodePageToken(context, key), keySchema)).toThrow(
      'does not belong to this list',
    );
  });
});
