import { expect, it } from 'vitest';
import { addressOf } from './page-headers.ts';

it.each([
  ['/articles?utm_source=x&q=%20fog%20', '/articles?q=fog'],
  ['/articles?category=nsm&subcategory=mea', '/articles?category=nsm&subcategory=mea'],
  ['/authors?category=nsm', '/authors?category=nsm'],
  ['/explore?category=nsm', '/explore?category=nsm'],
  ['/Articles/?category=nsm', '/Articles/?category=nsm'],
  // Else every query would be a page of its own in the cache.
  ['/about?q=1', '/about'],
  ['/Plumbline/a-title?category=nsm', '/Plumbline/a-title'],
])('%s is the page %s', (url, address) => {
  expect(addressOf(url, 'document')).toBe(address);
  expect(addressOf(`/page-payload${url}`, 'payload')).toBe(address);
});
