// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signIn, signOut } from '#web/testing/reader.ts';
import { PremiumDialog } from './premium-dialog.tsx';

const BOOKMARKS = 'You can keep 10 bookmarks. Premium keeps up to 1000.';
const FOLLOWS = 'You can follow 3 authors. Premium follows as many as you like.';
const onClose = vi.fn();

afterEach(() => {
  cleanup();
  signOut();
  onClose.mockReset();
});

function open(message: string) {
  render(
    <MemoryRouter>
      <PremiumDialog message={message} isOpen onClose={onClose} opener={{ current: null }} />
    </MemoryRouter>,
  );
  return within(screen.getByRole('dialog'));
}

it('says which limit was reached, what Premium gives and what it costs', () => {
  const dialog = open(BOOKMARKS);
  dialog.getByText(BOOKMARKS);
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Up to 1,000 bookmarks',
    'Unlimited follows',
    'Audio narrations',
    'No advertising',
  ]);
  expect(screen.getByRole('dialog').textContent).toContain('$2.99 per month, or $29.99 per year');
});

it('leads to the plans, and can be left', () => {
  const dialog = open(BOOKMARKS);
  const plans = dialog.getByRole('link', { name: 'See plans' });
  expect(plans.getAttribute('href')).toBe('/plans');
  fireEvent.click(plans);
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

describe('the way on that costs nothing', () => {
  it.each([
    [BOOKMARKS, 'remove a bookmark', '/profile'],
    [FOLLOWS, 'unfollow an author', '/profile/following'],
  ])('at "%s" is to %s', (message, name, path) => {
    const link = open(message).getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(path);
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
  const dialog = open('You can keep 1000 bookmarks.');
  expect(dialog.queryByRole('link', { name: 'See plans' })).toBeNull();
  expect(screen.getByRole('dialog').textContent).not.toContain('$');
  dialog.getByRole('link', { name: 'remove a bookmark' });
});
