// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import { finishedSet } from '#web/reader/finished-set.ts';
import { reloadReaderItemSet } from '#web/reader/reload-reader-set.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import {
  renderOnPage,
  resetPage,
  waitForResponses,
  withPageContext,
} from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { createJsonResponder, type FakeServer, startFakeServer } from '#web/testing/server.ts';
import { ArticleCarousel } from './article-carousel.tsx';
import { ArticleGrid } from './article-grid.tsx';
import { ArticleRows } from './article-rows.tsx';

const ARTICLES = ['One', 'Two', 'Three'].map((title) => createArticleMeta(title));
const [ONE, TWO, THREE] = ARTICLES.map(({ id }) => id) as [string, string, string];

const LISTS = [
  [
    'cards',
    <ArticleGrid key="cards" articles={ARTICLES} authors={{}} sizes="" action={() => null} />,
  ],
  ['rows', <ArticleRows key="rows" articles={ARTICLES} action={() => null} />],
  [
    'a carousel',
    <ArticleCarousel key="carousel" title="More" articles={ARTICLES} detailOf={() => ''} />,
  ],
] as const;

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  server.responses['GET /history/ids'] = createJsonResponder({ ids: [ONE, THREE] });
});
afterEach(resetPage);

/** Returns the titles of the articles that are marked as read. */
const listMarkedTitles = () =>
  screen
    .getAllByRole('article')
    .filter((article) => within(article).queryByText(sharedControlsCopy.read))
    .map((article) => within(article).getByRole('heading').textContent);

describe.each(LISTS)('finished articles in %s', (_, list) => {
  it('are marked for the signed-in reader, with one request', async () => {
    signIn('ada');
    renderOnPage(list);
    await waitForResponses();
    expect(listMarkedTitles()).toEqual(['One', 'Three']);
    expect(server.calls).toEqual(['GET /history/ids']);
  });

  it('are not marked for visitors, nor in the HTML from the server', async () => {
    expect(renderToString(withPageContext(list))).not.toContain(`>${sharedControlsCopy.read}<`);
    renderOnPage(list);
    await waitForResponses();
    expect(listMarkedTitles()).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  it('are marked once they are finished, and no longer after they are removed or the reader signs out', async () => {
    signIn('ada');
    renderOnPage(list);
    await waitForResponses();
    server.responses['GET /history/ids'] = createJsonResponder({ ids: [TWO] });
    await act(() => reloadReaderItemSet(finishedSet));
    expect(listMarkedTitles()).toEqual(['Two']);
    act(signOut);
    expect(listMarkedTitles()).toEqual([]);
  });
});

it('is omitted in rows that have a note, which says whether the article was read', async () => {
  signIn('ada');
  renderOnPage(<ArticleRows articles={ARTICLES} note={() => 'Finished'} action={() => null} />);
  await waitForResponses();
  expect(listMarkedTitles()).toEqual([]);
});
