// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { createArticleMeta, createAuthorSummary } from '#web/testing/samples.ts';
import { ArticleCard } from './article-card.tsx';
import { ArticleHero } from './article-hero.tsx';

afterEach(resetPage);

describe('the level on a card and above an article', () => {
  const advanced = createArticleMeta('One', { level: 'advanced' });
  const plumbline = createAuthorSummary('Plumbline', 'nsm', 'mea');

  it('is the article’s if its author has a different level', () => {
    renderOnPage(
      <ArticleCard article={advanced} author={plumbline} sizes="100vw" action={() => null} />,
    );
    expect(screen.getByText('Advanced')).toBeTruthy();
    expect(screen.queryByText('Beginner')).toBeNull();
  });

  it('is shown on a card whose author is unknown', () => {
    renderOnPage(
      <ArticleCard article={advanced} author={undefined} sizes="100vw" action={() => null} />,
    );
    expect(screen.getByText('Advanced')).toBeTruthy();
  });

  it('is the article’s above the article’s text', () => {
    renderOnPage(<ArticleHero article={advanced} author={plumbline} authorAction={null} />);
    expect(screen.getByText('Advanced')).toBeTruthy();
    expect(screen.queryByText('Beginner')).toBeNull();
  });
});
