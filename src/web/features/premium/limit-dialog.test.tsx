// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeReachedLimit, type Tier } from '#domain/tiers.ts';
import { signIn } from '#web/testing/reader.ts';
import { pressButton, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { PlanLimitDialog } from './limit-dialog.tsx';

const REMOVE_LINK = { label: 'Remove a bookmark', path: '/profile' };
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
});
afterEach(resetPage);

/** Opens the dialog that appears when the server refuses another bookmark because of the limit. */
function renderDialog(tier: Tier, limit: number) {
  const message = describeReachedLimit({ tier, subscriptionStatus: 'active' }, 'bookmarks', limit)!;
  renderOnPage(
    <PlanLimitDialog
      message={message}
      removeItemsLink={REMOVE_LINK}
      isOpen
      onClose={onClose}
      opener={{ current: null }}
    />,
  );
  const dialog = within(screen.getByRole('dialog'));
  const [title, details] = message.split(/(?<=\.) /);
  dialog.getByRole('heading', { name: title!.replace(/\.$/, '') });
  if (details) dialog.getByText(details);
  return dialog;
}

it.each<[Tier, number]>([
  ['free', 10],
  ['premium', 1000],
])('shows the reached limit of the tier %s, with a link to the reader’s list', (tier, limit) => {
  const dialog = renderDialog(tier, limit);
  const link = dialog.getByRole('link', { name: REMOVE_LINK.label });
  expect(link.getAttribute('href')).toBe(REMOVE_LINK.path);
  fireEvent.click(link);
  expect(onClose).toHaveBeenCalledOnce();
});

it('shows first what could not be saved, if the message says so', () => {
  const limit = describeReachedLimit({ tier: 'free', subscriptionStatus: null }, 'bookmarks', 10)!;
  renderOnPage(
    <PlanLimitDialog
      message={`A bookmark wasn’t saved. ${limit}`}
      removeItemsLink={REMOVE_LINK}
      isOpen
      onClose={onClose}
      opener={{ current: null }}
    />,
  );
  const dialog = within(screen.getByRole('dialog'));
  dialog.getByRole('heading', { name: 'A bookmark wasn’t saved' });
  dialog.getByText(limit);
});

it('can be closed', async () => {
  await pressButton('Not now', renderDialog('free', 10));
  expect(onClose).toHaveBeenCalledOnce();
});

it('links to the plans and back, unless the reader has Premium', () => {
  const link = renderDialog('free', 10).getByRole('link', { name: 'See Premium' });
  expect(link.getAttribute('href')).toBe('/plans?from=%2F');
  expect(link.classList).toContain('sold-only');
  resetPage();
  signIn('ada', { tier: 'premium' });
  expect(renderDialog('premium', 1000).queryByRole('link', { name: 'See Premium' })).toBeNull();
});
