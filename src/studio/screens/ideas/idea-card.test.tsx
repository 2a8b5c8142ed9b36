// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Idea } from '#domain/studio/ideas.ts';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { IdeaCard } from './idea-card.tsx';

const IDEA: Idea = {
  id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d',
  authorId: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3e',
  authorAlias: 'Kiosk',
  status: 'pending',
  title: 'A man on the second line',
  thesis: 'A quota was met on the first line and undone on the second.',
  surprise: 'It was emptied by letters.',
  object: 'a form',
  points: null,
  region: 'latin-america',
  century: 21,
  protagonist: 'woman',
  level: 'beginner',
  ending: 'exception',
  category: 'sag',
  subcategory: 'dem',
  requestId: null,
  articleId: null,
  writtenIn: null,
  mostSimilar: { kind: 'register', title: 'Voting with a marble', where: 'kiosk/a', score: 0.13 },
  nearest: null,
  version: 'first',
  createdAt: '2026-11-24T10:00:00.000Z',
};

afterEach(resetPage);

const showCard = (changes: Partial<Idea>) =>
  renderOnPage(
    <IdeaCard
      idea={{ ...IDEA, ...changes }}
      isChosen={false}
      onChoose={() => {}}
      onEdit={() => {}}
    />,
  );

it('shows the idea with the most similar meaning beside the idea with the most similar words', () => {
  showCard({
    nearest: {
      key: 'ballast/where-to-paint-the-line',
      title: 'Where to paint the line',
      whatIsNew: 'What letters can undo.',
      nearness: 'near',
    },
  });
  screen.getByText(/Most similar wording: “Voting with a marble”/);
  screen.getByText(
    'Closest in meaning: “Where to paint the line”. What’s new: What letters can undo.',
  );
});

it('shows no similar idea if there is none', () => {
  showCard({});
  expect(screen.queryByText(/Closest in meaning/)).toBeNull();
});
