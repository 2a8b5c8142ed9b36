// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { Mp3DownloadLink } from './mp3-download-link.tsx';
import { Mp3DownloadSwitch } from './mp3-download-switch.tsx';
import type { PlaybackSession } from './player-state.ts';

afterEach(resetPage);

function createSession(extent: 'full' | 'partial' | 'preview'): PlaybackSession {
  const source = '/audio/Vera.1.af.mp3?recording=x';
  return { article: { title: 'Ice' }, narration: { extent, source } } as PlaybackSession;
}

const findLink = () =>
  screen.queryByRole<HTMLAnchorElement>('link', { name: 'Save as an MP3 file' });

it('offers the narration as a file to readers with early access who switched it on', () => {
  signIn('ada', { tier: 'premium' });
  renderOnPage(
    <>
      <Mp3DownloadSwitch />
      <Mp3DownloadLink session={createSession('full')} />
    </>,
  );
  expect(findLink()).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: /Narrations as files/ }));
  expect([findLink()!.getAttribute('href'), findLink()!.download]).toEqual([
    '/audio/Vera.1.af.mp3?recording=x',
    'Ice.mp3',
  ]);
  fireEvent.click(screen.getByRole('checkbox', { name: /Narrations as files/ }));
  expect(findLink()).toBeNull();
});

it.each(['partial', 'preview'] as const)('offers no file of a %s narration', (extent) => {
  signIn('ada', { tier: 'premium' });
  localStorage.setItem('audioDownloads', 'on');
  renderOnPage(<Mp3DownloadLink session={createSession(extent)} />);
  expect(findLink()).toBeNull();
});

it('offers no file after early access has ended', () => {
  signIn('ada', { tier: 'free' });
  localStorage.setItem('audioDownloads', 'on');
  renderOnPage(<Mp3DownloadLink session={createSession('full')} />);
  expect(findLink()).toBeNull();
});
