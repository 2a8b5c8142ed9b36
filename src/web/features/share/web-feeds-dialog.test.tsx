// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Footer } from '#web/layout/footer.tsx';
import { CurrentPromptDialog } from '#web/layout/prompt-dialog.tsx';
import { findDialog, renderOnPage, resetPage } from '#web/testing/render.tsx';

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  writeText.mockReset().mockResolvedValue();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
});
afterEach(async () => {
  history.replaceState(null, '', '/');
  await resetPage();
});

/** Opens the list of feeds at a URL. Returns the names of the feeds. */
async function openFeeds(url: string): Promise<(string | null)[]> {
  history.replaceState(null, '', url);
  renderOnPage(
    <>
      <Footer timestamp="2026-01-01T00:00:00.000Z" />
      {url.startsWith('/Plumbline/') && <article data-article="" />}
      <CurrentPromptDialog />
    </>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'Feeds' }));
  await findDialog('Feeds and podcast');
  return screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
}

describe('the list of feeds', () => {
  it('leads to the page for developers, and closes', async () => {
    await openFeeds('/about');
    const link = screen.getByRole('link', { name: 'Octavo for developers' });
    expect(link.getAttribute('href')).toBe('/developers');
    fireEvent.click(link);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['/', ['All articles'], '/feed.xml'],
    ['/about', ['All articles'], '/feed.xml'],
    ['/profile/lines', ['All articles'], '/feed.xml'],
    ['/authors', ['All articles'], '/feed.xml'],
    [
      '/authors/Plumbline',
      ['Articles by Plumbline', 'All articles'],
      '/authors/Plumbline/feed.xml',
    ],
    [
      '/Plumbline/a-number',
      ['Articles by Plumbline', 'All articles'],
      '/authors/Plumbline/feed.xml',
    ],
    [
      '/articles?category=nsm',
      ['Natural Sciences & Mathematics', 'All articles'],
      '/feeds/nsm.xml',
    ],
    [
      '/articles?category=awd&subcategory=hab',
      ['Habits & Routines', 'All articles'],
      '/feeds/awd/hab.xml',
    ],
  ])('of %s is %j', async (url, names, path) => {
    expect(await openFeeds(url)).toEqual([...names, 'Podcast of previews']);
    fireEvent.click(screen.getByRole('button', { name: `Copy link to ${names[0]}` }));
    expect(writeText).toHaveBeenCalledWith(location.origin + path);
    const [atom] = screen.getAllByRole('link', { name: 'Atom' });
    expect(atom!.getAttribute('href')).toBe(path.replace('.xml', '.atom'));
  });

  it('has the podcast for everybody, and a link to the one for Premium readers', async () => {
    await openFeeds('/');
    fireEvent.click(screen.getByRole('button', { name: 'Copy link to Podcast of previews' }));
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/podcast/feed.xml`);
    const link = screen.getByRole('link', { name: 'Settings' });
    expect(link.getAttribute('href')).toBe('/settings#podcast');
  });
});
