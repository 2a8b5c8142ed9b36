// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { Line } from '#domain/lines.ts';
import { resetPage } from '#web/testing/render.tsx';
import { LineOfDay } from './line-of-day.tsx';

afterEach(resetPage);

const LINE: Line = {
  id: 'line',
  text: 'A line worth keeping.',
  note: '',
  section: 'conclusion',
  keptAt: '2026-03-20T08:00:00.000Z',
  isInArticle: true,
  article: {
    id: 'one',
    authorAlias: 'Plumbline',
    title: 'One',
    path: '/Plumbline/one',
    category: 'nsm',
    isPublished: true,
  },
};

it.each([
  ['2026-11-29', 'You kept this in March.'],
  ['2027-03-20', 'You kept this in March 2026.'],
  ['2026-03-28', 'You kept this on March 20, 2026.'],
])('a line on %s says: %s', (today, sentence) => {
  render(
    <MemoryRouter>
      <LineOfDay line={LINE} today={today} />
    </MemoryRouter>,
  );
  screen.getByRole('region', { name: sentence });
  screen.getByText('A line worth keeping.');
  const link = screen.getByRole('link', { name: 'See it in the conclusion' });
  expect(link.getAttribute('href')).toBe(
    '/Plumbline/one#point-3:~:text=A%20line%20worth%20keeping.',
  );
});
