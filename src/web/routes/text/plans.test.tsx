// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PREVIEW } from '#server/catalogue/narration/preview.ts';
import { Plans } from './plans.tsx';

beforeEach(() => {
  render(<Plans />, { wrapper: MemoryRouter });
});
afterEach(cleanup);

const cycle = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const tier = (name: string) => within(screen.getByRole('region', { name }));

describe('the billing cycle', () => {
  it('is monthly until the reader chooses annual', async () => {
    expect(cycle('Monthly').checked).toBe(true);
    await userEvent.click(cycle('Annual Save 17%'));
    expect(cycle('Annual Save 17%').checked).toBe(true);
    expect(cycle('Monthly').checked).toBe(false);
  });

  it('is one named group, moved through with the arrow keys', async () => {
    screen.getByRole('group', { name: 'Billing cycle' });
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(cycle('Annual Save 17%').checked).toBe(true);
  });
});

describe('Premium', () => {
  it('states both prices, each with its label', () => {
    const { getByText } = tier('Premium');
    for (const text of ['$2.99', 'Most Popular', '$29.99', 'Save 17%', /About \$2\.50 per month/])
      getByText(text);
  });

  it('lists what it gives, in the numbers of the domain', () => {
    const perks = tier('Premium').getAllByRole('listitem');
    expect(perks.map(({ textContent }) => textContent)).toEqual([
      'Every article',
      'Audio narrations in four voices',
      'No advertising',
      'Up to 1,000 bookmarks',
      'Unlimited follows',
      'Early access to features',
    ]);
  });

  it('can be bought by the cycle that is chosen, unless none is sold', () => {
    const { getByRole, getByText } = tier('Premium');
    const upgrade = getByRole<HTMLButtonElement>('button', { name: 'Upgrade to Premium' });
    expect(cycle('Annual Save 17%').form).toBe(upgrade.form);
    expect(upgrade.form!.classList).toContain('sold-only');
    expect(getByText('It cannot be bought at the moment.').classList).toContain('unsold-only');
  });

  it('is said to be extra', () => {
    const noteOn = (term: string) => screen.getByText(term).nextElementSibling?.textContent;
    expect(noteOn('Advertising')).toMatch(/Free carry a few ads.*Premium has none/);
    expect(document.body.textContent).not.toMatch(/later/i);
    expect(noteOn('Listening')).toContain('synthetic voices');
    expect(noteOn('Listening')).toContain(`how it begins, ${PREVIEW} seconds at most`);
    expect(noteOn('Listening')).toContain('The whole comes with Premium');
  });
});

describe('Free', () => {
  it('costs nothing and says what it lacks last', () => {
    tier('Free').getByText('$0');
    const perks = tier('Free').getAllByRole('listitem');
    expect(perks.map(({ textContent }) => textContent)).toEqual([
      'Every article',
      'Up to 10 bookmarks',
      'Follow up to 3 authors',
      `No audio narrations past ${PREVIEW} seconds`,
      'Not ad-free',
    ]);
  });

  it('leads to the articles', () => {
    const start = tier('Free').getByRole('link', { name: 'Start reading' });
    expect(start.getAttribute('href')).toBe('/articles');
  });
});
