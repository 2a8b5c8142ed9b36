// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refusalOfMore, type Tier } from '#domain/tiers.ts';
import { cleanUp, press, show } from '#web/testing/bench.tsx';
import { LimitDialog } from './limit-dialog.tsx';

const ROOM = { how: 'Remove a bookmark', path: '/profile' };
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
});
afterEach(cleanUp);

/** Opens the dialog as the server's refusal of one more bookmark does. */
function open(tier: Tier, limit: number) {
  const message = refusalOfMore({ tier, subscriptionStatus: null }, 'bookmarks', limit)!;
  show(
    <LimitDialog
      message={message}
      room={ROOM}
      isOpen
      onClose={onClose}
      opener={{ current: null }}
    />,
  );
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByText(message);
  return dialog;
}

it.each<[Tier, number]>([
  ['free', 10],
  ['premium', 1000],
])('says which limit of %s was reached, and leads to where room can be made', (tier, limit) => {
  const dialog = open(tier, limit);
  const way = dialog.getByRole('link', { name: ROOM.how });
  expect(way.getAttribute('href')).toBe(ROOM.path);
  fireEvent.click(way);
  expect(onClose).toHaveBeenCalledOnce();
});

it('can be left', async () => {
  await press('Not now', open('free', 10));
  expect(onClose).toHaveBeenCalledOnce();
});

it('neither sells what cannot be bought, nor leads to where it would be', () => {
  const dialog = open('free', 10);
  expect(dialog.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([ROOM.path]);
  const { textContent } = screen.getByRole('dialog');
  expect(textContent).toMatch(/Premium is not open yet/);
  expect(textContent).not.toContain('$');
});
