// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Concern } from '#domain/studio/reviews.ts';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { ConcernCard } from './concern-card.tsx';

const CONCERN: Concern = {
  id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d',
  reviewId: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3e',
  articleId: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3f',
  kind: 'style',
  status: 'human_addressed',
  path: 'introduction.0',
  passage: 'It is <em>odd</em> &#x26; so on.',
  concern: 'It says less than it seems to.',
  improved: 'It is <em>even</em> &#x26; so on.',
  stillStands: true,
  improvingIn: null,
};

afterEach(resetPage);

const listQuotes = () => [...document.querySelectorAll('blockquote')];

it('renders the passage of a paragraph and its replacement with their markup', () => {
  renderOnPage(<ConcernCard concern={CONCERN} />);
  screen.getByText('odd', { selector: 'em' });
  screen.getByText('even', { selector: 'em' });
  expect(listQuotes().map(({ textContent }) => textContent)).toEqual([
    'It is odd & so on.',
    'It is even & so on.',
  ]);
});

it('renders a line as plain text', () => {
  const passage = 'A <b>line</b> & <img src="x"> &amp; more';
  renderOnPage(
    <ConcernCard concern={{ ...CONCERN, path: 'summary.2', passage, improved: passage }} />,
  );
  expect(listQuotes().map(({ textContent }) => textContent)).toEqual([passage, passage]);
  expect(document.querySelector('blockquote :is(b, img)')).toBeNull();
});
