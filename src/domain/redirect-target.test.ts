import { describe, expect, it } from 'vitest';
import { sanitizeRedirectPath } from './redirect-target.ts';

describe('sanitizeRedirectPath', () => {
  it.each(['/', '/articles', '/articles?category=nsm&q=a%2Fb#top', '/Plumbline/a-slug', '/a//b'])(
    'returns the path %s unchanged',
    (path) => {
      expect(sanitizeRedirectPath(path)).toBe(path);
    },
  );

  it.each([
    undefined,
    null,
    7,
    ['/articles'],
    '',
    'articles',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/.//evil.example',
    '/x/..//evil.example',
    '/auth',
    '/auth/signout',
    '/AUTH/signin',
    '/./auth/signout',
    '/%61uth/signout',
    '/auth%2Fsignin',
    '/%2e/auth/signout',
    '/%E0%A4%A',
    'http:/evil.example',
    '/x/../../auth/signout',
    '/\u2028/evil.example/../../auth',
    `/${'x'.repeat(4000)}`,
    // This path is too long only after encoding: percent-encoding turns each ideograph into 9 characters in the URL,
    // and encoding the URL for a cookie turns these into 15 characters.
    `/${'字'.repeat(300)}`,
  ])('returns the landing page for %j', (input) => {
    expect(sanitizeRedirectPath(input)).toBe('/');
  });

  it('preserves encoding, so that the result stays a path of this site', () => {
    for (const input of ['/%2F%2Fevil.example', '/%5Cevil.example', '/%09/evil.example'])
      expect(new URL(sanitizeRedirectPath(input), 'https://octavo.example').origin).toBe(
        'https://octavo.example',
      );
  });
});
