import { expect, it } from 'vitest';
import { parsePageMessage, SIGNED_OUT } from './service-worker-messages.ts';

it.each([
  ['', SIGNED_OUT],
  [
    { type: 'outbox', takesRefusals: true },
    { type: 'outbox', takesRefusals: true },
  ],
  [{ type: 'outbox' }, { type: 'outbox', takesRefusals: false }],
  [{ takesRefusals: true }, undefined],
  [{ type: 'of a later build' }, undefined],
  ['of a later build', undefined],
  [null, undefined],
  [undefined, undefined],
  [0, undefined],
])('the message %j of a page is read as %j', (data, message) => {
  expect(parsePageMessage(data)).toEqual(message);
});
