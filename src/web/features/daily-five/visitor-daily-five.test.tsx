// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { VisitorDailyFiveArticle } from '#domain/page.ts';
import { listVisitorReadings, storeVisitorReading } from '#web/reader/visitor-readings.ts';
import { VisitorDailyFive } from './visitor-daily-five.tsx';

const FIVE = ['a', 'b', 'c', 'd', 'e'].map(
  (id): VisitorDailyFiveArticle => ({
    id,
    path: `/Plumbline/${id}`,
    title: `Article ${id}`,
    category: 'nsm',
    readingMinutes: 4,
    image: { src: `/images/covers/${id}.1/960.jpg`, ground: 'nsm-dark' },
  }),
);
const [FIRST, SECOND] = FIVE as [VisitorDailyFiveArticle, VisitorDailyFiveArticle];

function renderFive() {
  const element = (
    <VisitorDailyFive articles={FIVE}>
      {(detailOf) => (
        <ul>
          {FIVE.map((article) => (
            <li key={article.id}>{detailOf(article)}</li>
          ))}
        </ul>
      )}
    </VisitorDailyFive>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
}

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('the five of a visitor', () => {
  it('show the category of each article, and that none was read', () => {
    renderFive();
    expect(screen.getAllByText('Natural Sciences & Mathematics')).toHaveLength(5);
    screen.getByText('0 of 5 read');
    expect(screen.queryByText('Continue reading')).toBeNull();
  });

  it('show what was finished in this browser, and the end of the sheet', () => {
    for (const article of FIVE.slice(1)) storeVisitorReading(article, 'end');
    const { unmount } = renderFive();
    expect(screen.getAllByText('Read')).toHaveLength(4);
    screen.getByText('4 of 5 read');
    unmount();
    storeVisitorReading(FIRST, 'end');
    renderFive();
    screen.getByText(/^That’s today’s sheet/);
  });

  it('lead back to the part at which the visitor stopped, until this is cleared', async () => {
    storeVisitorReading(SECOND, 'end');
    storeVisitorReading(FIRST, 'point-2');
    renderFive();
    const getHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(getHref('Article a')).toBe('/Plumbline/a#point-2');
    expect(getHref('Start from the beginning: Article a')).toBe('/Plumbline/a');
    await userEvent.click(screen.getByRole('button', { name: 'Forget what I read here' }));
    expect(screen.queryByText('Continue reading')).toBeNull();
    expect(document.activeElement?.textContent).toContain('0 of 5 read');
    expect(listVisitorReadings()).toEqual([]);
  });

  it('can be cleared without an article to continue', async () => {
    storeVisitorReading(SECOND, 'end');
    renderFive();
    await userEvent.click(screen.getByRole('button', { name: 'Forget what I read here' }));
    screen.getByText('0 of 5 read');
    expect(listVisitorReadings()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Forget what I read here' })).toBeNull();
  });

  const valid = {
    id: 'a',
    path: '/Plumbline/a',
    title: 'Article a',
    section: 'end',
    isFinished: true,
  };
  it.each([
    '{"0":1',
    '{}',
    '[null, 1, "a", {}]',
    JSON.stringify([{ ...valid, title: { a: 1 } }]),
    JSON.stringify([{ ...valid, path: '//evil.example/a' }]),
    JSON.stringify([{ ...valid, section: 'point-9' }]),
  ])('ignore the invalid stored text %s', (text) => {
    localStorage.setItem('visitor-readings', text);
    renderFive();
    screen.getByText('0 of 5 read');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('use the valid ones of several stored readings', () => {
    localStorage.setItem('visitor-readings', JSON.stringify([null, valid, valid]));
    expect(listVisitorReadings()).toEqual([valid]);
  });
});
