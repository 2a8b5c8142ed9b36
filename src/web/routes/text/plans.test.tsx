// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';
import { PlansScreen } from './plans.tsx';

beforeEach(() => {
  render(<PlansScreen />, { wrapper: MemoryRouter });
});
afterEach(cleanup);

const getCycleInput = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const getTierSection = (name: string) => within(screen.getByRole('region', { name }));

describe('the billing cycle', () => {
  it('is monthly until the reader chooses annual', async () => {
    expect(getCycleInput('Monthly').checked).toBe(true);
    await userEvent.click(getCycleInput('Annual Save 17%'));
    expect(getCycleInput('Annual Save 17%').checked).toBe(true);
    expect(getCycleInput('Monthly').checked).toBe(false);
  });

  it('is a named group that is operated with the arrow keys', async () => {
    screen.getByRole('group', { name: 'Billing cycle' });
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(getCycleInput('Annual Save 17%').checked).toBe(true);
  });
});

describe('Premium', () => {
  it('shows both prices, each with its label', () => {
    const { getByText } = getTierSection('Premium');
    for (const text of ['$2.99', 'Most Popular', '$29.99', 'Save 17%', /About \$2\.50 per month/])
      getByText(text);
  });

  it('lists its benefits with their limits', () => {
    const features = getTierSection('Premium').getAllByRole('listitem');
    expect(features.map(({ textContent }) => textContent)).toEqual([
      'Every article',
      'Audio narrations in four synthetic voices',
      'Up to 1,000 bookmarks',
      'Unlimited follows',
      'Unlimited lines',
      'Text that lights up as it is read',
      'A queue and a sleep timer',
      'Downloads for offline listening',
      'Ad-free',
      'Early access to features',
    ]);
  });

  it('can be bought with the chosen billing cycle, unless Premium is not for sale', () => {
    const { getByRole, getByText } = getTierSection('Premium');
    const upgrade = getByRole<HTMLButtonElement>('button', { name: 'Upgrade to Premium' });
    expect(getCycleInput('Annual Save 17%').form).toBe(upgrade.form);
    expect(upgrade.form!.classList).toContain('sold-only');
    expect(getByText('Premium is not for sale at the moment.').classList).toContain('unsold-only');
  });

  it('is described as an addition to Free', () => {
    const getNote = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
    expect(getNote('Advertising')).toMatch(/Free carry a few ads.*Premium has none/);
    expect(document.body.textContent).not.toMatch(/later/i);
    expect(getNote('Listening')).toMatch(/synthetic voices/i);
    expect(getNote('Listening')).toContain(`the first ${MAX_PREVIEW_SECONDS} seconds`);
    expect(getNote('Listening')).toContain('Premium plays the whole article');
  });
});

describe('Free', () => {
  it('costs nothing, and lists what it lacks last', () => {
    getTierSection('Free').getByText('$0');
    const features = getTierSection('Free').getAllByRole('listitem');
    expect(features.map(({ textContent }) => textContent)).toEqual([
      'Every article',
      `The first ${MAX_PREVIEW_SECONDS} seconds of every narration`,
      'Bookmark up to 10',
      'Follow up to 3 authors',
      'Keep up to 50 lines',
      ...[
        'Text that lights up as it is read',
        'A queue and a sleep timer',
        'Downloads',
        'Ad-free',
        'Early access to features',
      ].map((name) => `Not included: ${name}`),
    ]);
  });

  it('has as many rows as Premium, so that they can be compared', () => {
    expect(getTierSection('Free').getAllByRole('listitem')).toHaveLength(
      getTierSection('Premium').getAllByRole('listitem').length,
    );
  });

  it('links to the articles', () => {
    const start = getTierSection('Free').getByRole('link', { name: 'Start reading' });
    expect(start.getAttribute('href')).toBe('/articles');
  });
});
