import { describe, expect, it } from 'vitest';
import { ALL_SCREENS, hasPathParameters } from '#domain/screens.ts';
import { isUrlWithoutRoute, parsePageUrl } from './page-url.ts';

const getKey = (target: string) => parsePageUrl(target)?.url.key;

describe('the URL of a screen', () => {
  it.each(
    ALL_SCREENS.filter((screen) => !hasPathParameters(screen)).map(({ id, path }) => [path, id]),
  )('keeps the canonical URL %s', (path, id) => {
    expect(parsePageUrl(path)).toMatchObject({ url: { screen: id, path } });
  });

  it.each([
    ['/authors/Plumbline', 'author', { alias: 'Plumbline' }],
    ['/authors/Plumbline/articles', 'author-articles', { alias: 'Plumbline' }],
    ['/Plumbline/a-title', 'article', { alias: 'Plumbline', slug: 'a-title' }],
    ['/%C3%BC/x%2520', 'article', { alias: 'ü', slug: 'x%20' }],
  ])('extracts the path parameters of %s', (path, screen, params) => {
    expect(parsePageUrl(path)).toMatchObject({ url: { screen, params, path } });
  });

  it.each([
    ['/%61bout', '/about'],
    ['/%74erms', '/terms'],
    ['/x/../terms', '/terms'],
    ['/./terms', '/terms'],
    ['/../../terms', '/terms'],
    ['/terms#1', '/terms'],
    ['/terms?a=1#1', '/terms?a=1'],
    ['/terms/', '/terms'],
    ['//terms', '/terms'],
    ['///', '/'],
    ['/TERMS', '/terms'],
    ['/explore?category=nsm', '/articles?category=nsm'],
    ['/Explore/', '/articles'],
    ['/AUTHORS/Plumbline/Articles', '/authors/Plumbline/articles'],
    ['/authors%2FPlumbline', '/authors/Plumbline'],
    ['/authors//Plumbline', '/authors/Plumbline'],
    ['/Plumbline', '/authors/Plumbline'],
    ['/PLUMBLINE/', '/authors/PLUMBLINE'],
    ['/Plumbline/%61-title/', '/Plumbline/a-title'],
    ['/a%3Fb/c%23d/', '/a%3Fb/c%23d'],
    ['//evil.example/about/', '/evil.example/about'],
    ['/\\evil.example/about', '/%5Cevil.example/about'],
  ])('has one spelling: %s redirects to %s', (target, to) => {
    expect(parsePageUrl(target)?.redirectTo).toBe(to);
    expect(parsePageUrl(to)).toEqual({ url: parsePageUrl(target)?.url });
  });

  it.each([
    '/%E0%A4%A',
    '/a%00b/c',
    '/nothing/here/at/all',
    '/nothing.php',
    '/.env',
    '/-',
    '/rss',
    '/%70age-payload/about',
    '/page-payload/page-payload/about',
    '/profile/nothing',
    '/About/me',
    '/%2F%2Fevil.example',
  ])('matches no screen for %s', (target) => {
    expect(parsePageUrl(target)).toBeUndefined();
  });

  it.each([
    ['/articles?utm_source=x&q=%20fog%20', '/articles?q=fog'],
    ['/articles?subcategory=mea&category=nsm', '/articles?category=nsm&subcategory=mea'],
    ['/articles?category=all&subcategory=all&q=', '/articles'],
    ['/articles?q=all', '/articles?q=all'],
    ['/authors?category=nsm', '/authors?category=nsm'],
    ['/auth?error=expired&redirect=%2Fplans', '/auth?redirect=%2Fplans&error=expired'],
    // Unknown parameters are ignored. Otherwise, every invented query would create a cache entry.
    ['/about?q=1', '/about'],
    ['/?utm_source=x', '/'],
    ['/Plumbline/a-title?category=nsm', '/Plumbline/a-title'],
  ])('gives %s the cache key %s', (target, key) => {
    expect(getKey(target)).toBe(key);
  });

  it('distinguishes user input from filters', () => {
    const hasUserInput = (target: string) => parsePageUrl(target)?.url.hasUserInput;
    expect(hasUserInput('/articles?category=nsm')).toBe(false);
    expect(hasUserInput('/articles?category=nsm&q=fog')).toBe(true);
    expect(hasUserInput('/auth?error=expired')).toBe(true);
    expect(hasUserInput('/auth')).toBe(false);
  });
});

describe('a URL without a route', () => {
  it.each(['/nothing/here/at/all', '/nothing.php', '/.env', '/-', '/%2F%2Fevil.example'])(
    'is %s',
    (target) => {
      expect(isUrlWithoutRoute(target)).toBe(true);
    },
  );

  it.each([
    '/',
    '/about',
    '/Plumbline/a-title',
    '/api/v1/nothing',
    '/licences.txt',
    // The path of IndexNow's key file.
    '/0a1b2c3d4e5f.txt',
    // A path that cannot be decoded.
    '/%E0%A4%A',
  ])('is not %s', (target) => {
    expect(isUrlWithoutRoute(target)).toBe(false);
  });
});
