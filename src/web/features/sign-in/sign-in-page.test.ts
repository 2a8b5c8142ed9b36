import { describe, expect, it } from 'vitest';
import { ownPath, signInPageAddress } from './sign-in-page.ts';

describe('the address of the sign-in page', () => {
  it('leads back to a path with its query', () => {
    const address = signInPageAddress('/articles?category=nsm&q=a%20b');
    expect(address.startsWith('/auth?')).toBe(true);
    expect(new URLSearchParams(address.slice('/auth?'.length)).get('redirect')).toBe(
      '/articles?category=nsm&q=a%20b',
    );
  });

  it.each(['/', '/auth', '/auth?redirect=%2Ffaq'])('names no way back to %s', (path) => {
    expect(signInPageAddress(path)).toBe('/auth');
  });
});

describe('a redirect parameter', () => {
  it.each(['/settings', '/Plumbline/a-number?x=1#line', '/authors', '/authority/x'])(
    'may lead to %s',
    (path) => expect(ownPath(path)).toBe(path),
  );

  it.each([
    null,
    '',
    'settings',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    'https://elsewhere.example/',
    'javascript:alert(1)',
    '/auth',
    '/AUTH/signout',
    '/auth?redirect=/auth',
  ])('leads home instead of to %j', (redirect) => expect(ownPath(redirect)).toBe('/'));
});
