// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Room } from '#web/reader/prompt.ts';
import { cleanUp, press, show } from '#web/testing/bench.tsx';
import { signIn } from '#web/testing/reader.ts';
import { PremiumDialog } from './premium-dialog.tsx';

const BOOKMARKS = 'You can keep 10 bookmarks. Premium keeps up to 1,000.';
const onClose = vi.fn();

afterEach(async () => {
  await cleanUp();
  onClose.mockReset();
});

const ROOM = { how: 'remove a bookmark', path: '/profile' };

function open(message: string, room?: Room) {
  show(
    <PremiumDialog
      message={message}
      room={room}
      isOpen
      onClose={onClose}
      opener={{ current: null }}
    />,
  );
  return within(screen.getByRole('dialog'));
}

it('says which limit was reached, what Premium gives and what it costs', () => {
  const dialog = open(BOOKMARKS);
  dialog.getByText(BOOKMARKS);
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Audio narrations in four voices',
    'No advertising',
    'Up to 1,000 bookmarks',
    'Unlimited follows',
    'Early access to features',
  ]);
  expect(screen.getByRole('dialog').textContent).toContain('$2.99 per month, or $29.99 per year');
});

it('leads to the plans, and can be left', async () => {
  const dialog = open(BOOKMARKS);
  const plans = dialog.getByRole('link', { name: 'See plans' });
  expect(plans.getAttribute('href')).toBe('/plans');
  fireEvent.click(plans);
  expect(onClose).toHaveBeenCalledTimes(1);
  await press('Not now', dialog);
  expect(onClose).toHaveBeenCalledTimes(2);
});

describe('the way on that costs nothing', () => {
  it('is where room can be made', () => {
    const link = open(BOOKMARKS, ROOM).getByRole('link', { name: ROOM.how });
    expect(link.getAttribute('href')).toBe(ROOM.path);
  });

  it('is not there for what Free has none of', () => {
    const dialog = open('Narrations come with Premium.');
    expect(dialog.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'See plans',
    ]);
  });
});

it('does not sell Premium to who has it', () => {
  signIn('piet', { tier: 'premium' });
  const dialog = open('You have 1,000 bookmarks, as many as Premium keeps.', ROOM);
  expect(dialog.queryByRole('link', { name: 'See plans' })).toBeNull();
  expect(screen.getByRole('dialog').textContent).not.toContain('$');
  dialog.getByRole('link', { name: ROOM.how });
  expect(dialog.queryByRole('button', { name: 'Not now' })).toBeNull();
});
