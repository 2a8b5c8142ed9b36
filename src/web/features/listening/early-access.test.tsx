// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { cleanUp, show } from '#web/testing/bench.tsx';
import { signIn } from '#web/testing/reader.ts';
import { DownloadLink } from './download-link.tsx';
import { EarlyAccess } from './early-access.tsx';
import type { Listening } from './listening.ts';

afterEach(cleanUp);

function listening(extent: 'whole' | 'begun' | 'preview'): Listening {
  const source = '/audio/Vera.1.af.mp3?recording=x';
  return { article: { title: 'Ice' }, narration: { extent, source } } as Listening;
}

const link = () =>
  screen.queryByRole<HTMLAnchorElement>('link', { name: 'Download this narration' });

it('gives the narration as a file to who has asked for it, and may', () => {
  signIn('ada', { tier: 'premium' });
  show(
    <>
      <EarlyAccess />
      <DownloadLink listening={listening('whole')} />
    </>,
  );
  expect(link()).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: /Download narrations/ }));
  expect([link()!.getAttribute('href'), link()!.download]).toEqual([
    '/audio/Vera.1.af.mp3?recording=x',
    'Ice.mp3',
  ]);
  fireEvent.click(screen.getByRole('checkbox', { name: /Download narrations/ }));
  expect(link()).toBeNull();
});

it.each(['begun', 'preview'] as const)(
  'gives none of a narration that is there as %s',
  (extent) => {
    signIn('ada', { tier: 'premium' });
    localStorage.setItem('audioDownloads', 'on');
    show(<DownloadLink listening={listening(extent)} />);
    expect(link()).toBeNull();
  },
);

it('gives none to who has early access no more', () => {
  signIn('ada', { tier: 'free' });
  localStorage.setItem('audioDownloads', 'on');
  show(<DownloadLink listening={listening('whole')} />);
  expect(link()).toBeNull();
});
