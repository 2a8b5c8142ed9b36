import { expect, it } from 'vitest';
import { createMailtoUrl } from './mailto.ts';

it.each([
  ['ada@example.org', { subject: 'A & B' }, 'mailto:ada@example.org?subject=A%20%26%20B'],
  [
    'ada+books@example.org',
    { subject: '1 + 1 = 2?', body: 'One\n\nTwo' },
    'mailto:ada%2Bbooks@example.org?subject=1%20%2B%201%20%3D%202%3F&body=One%0D%0A%0D%0ATwo',
  ],
])('encodes a message to %s as RFC 6068 requires', (address, message, url) => {
  expect(createMailtoUrl(address, message)).toBe(url);
});
