import { expect, it } from 'vitest';
import { SHARE_TARGETS } from './targets.ts';

const shared = {
  title: 'Salt & bread: 100 % “true”?',
  url: 'https://octavo.example/Ballast/salt-and-bread',
};

/** The request that each sharing service receives, as `[host and path, parameters]`. */
const requests = Object.fromEntries(
  SHARE_TARGETS.map(({ name, urlFor }) => {
    const { host, pathname, searchParams } = new URL(urlFor(shared));
    return [name, [host + pathname, Object.fromEntries(searchParams)]];
  }),
);

it('has every service of the spec, in the same order', () => {
  expect(Object.keys(requests)).toEqual([
    'X',
    'LinkedIn',
    'Reddit',
    'Facebook',
    'WhatsApp',
    'Telegram',
  ]);
});

it('passes the URL to each service, and the title if the service accepts one, with any characters', () => {
  const { title, url } = shared;
  expect(requests).toEqual({
    X: ['x.com/intent/post', { text: title, url }],
    LinkedIn: ['www.linkedin.com/sharing/share-offsite/', { url }],
    Reddit: ['www.reddit.com/submit', { url, title }],
    Facebook: ['www.facebook.com/sharer/sharer.php', { u: url }],
    WhatsApp: ['wa.me/', { text: `${title} ${url}` }],
    Telegram: ['t.me/share/url', { url, text: title }],
  });
});

it('writes spaces as %20, which every app reads', () => {
  for (const { urlFor } of SHARE_TARGETS) expect(urlFor(shared)).not.toMatch(/[+ ]/);
});
