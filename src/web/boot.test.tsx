// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setCookie, signOut, tokenOf } from '#web/testing/reader.ts';

const onPress = vi.fn();
let root: Root | undefined;

const page = (
  <main>
    <p className="needs-js">
      <button type="button" onClick={() => onPress('Share')}>
        Share
      </button>
    </p>
    <button className="needs-js" type="button" onClick={() => onPress('Load More')}>
      <b>Load More</b>
    </button>
    <button type="submit" onClick={() => onPress('Search')}>
      Search
    </button>
    <p>Words</p>
  </main>
);

/** The page as the server sent it, with boot.ts run and nothing more. */
async function receive() {
  document.body.innerHTML = renderToString(page);
  vi.resetModules();
  await import('./boot.ts');
}

/** What entry-client.tsx does. */
const comeAlive = () =>
  act(async () => {
    root = hydrateRoot(document.body, page);
    dispatchEvent(new Event('octavo:alive'));
  });

/** Presses the innermost element of that text. */
function press(text: string) {
  const pressed = [...document.querySelectorAll('b, button, p')].findLast(
    (element) => element.textContent === text,
  );
  (pressed as HTMLElement).click();
}

afterEach(() => {
  act(() => root?.unmount());
  onPress.mockReset();
});

it.each(['Load More', 'Share'])(
  'does what was pressed before the page was alive: %s',
  async (name) => {
    await receive();
    press(name);
    expect(onPress).not.toHaveBeenCalled();
    await comeAlive();
    expect(onPress.mock.calls).toEqual([[name]]);
  },
);

it('does once what an impatient reader pressed three times, and nothing for a press on words', async () => {
  await receive();
  for (const text of ['Load More', 'Load More', 'Load More', 'Words']) press(text);
  await comeAlive();
  expect(onPress.mock.calls).toEqual([['Load More']]);
});

it('leaves alone what works without a script', async () => {
  await receive();
  press('Search');
  await comeAlive();
  expect(onPress).not.toHaveBeenCalled();
});

it('repeats nothing that was pressed later', async () => {
  await receive();
  await comeAlive();
  press('Load More');
  dispatchEvent(new Event('octavo:alive'));
  expect(onPress).toHaveBeenCalledTimes(1);
});

describe('what the page is told of the reader, before the first paint and by reader/session.ts, is the same', () => {
  const { dataset } = document.documentElement;

  /** What the stylesheet knows, and what is kept in this browser, once that has run on a page of a reader's. */
  async function leftBy(script: () => Promise<unknown>) {
    delete dataset.signedIn;
    delete dataset.premium;
    localStorage.setItem('cache:bookmarks', 'theirs');
    sessionStorage.setItem('cache:list', 'theirs');
    sessionStorage.setItem('intent', 'what they were about to do');
    vi.resetModules();
    await script();
    const isPremium = dataset.premium === '';
    const kept = [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage).sort());
    return { isSignedIn: dataset.signedIn === '', isPremium, kept };
  }

  const boot = () => import('./boot.ts');
  const checkSession = async () => (await import('./reader/session.ts')).checkSession();

  const SIGNED_OUT = { isSignedIn: false, isPremium: false, kept: ['intent'] };
  const FREE = {
    isSignedIn: true,
    isPremium: false,
    kept: ['cache:bookmarks', 'cache:list', 'intent'],
  };
  const PREMIUM = { ...FREE, isPremium: true };

  afterEach(() => {
    // The page comes alive, and boot.ts stops listening.
    dispatchEvent(new Event('octavo:alive'));
    signOut();
    localStorage.clear();
    sessionStorage.clear();
  });

  const agree = async (token: string, told: typeof FREE) => {
    setCookie(token);
    expect(await leftBy(boot)).toEqual(told);
    expect(await leftBy(checkSession)).toEqual(told);
  };

  it.each([
    ['no token', '', SIGNED_OUT],
    ['a free reader', tokenOf('ada', { name: 'Zoë Łuk' }), FREE],
    ['a premium reader', tokenOf('ada', { name: 'Zoë Łuk', tier: 'premium' }), PREMIUM],
    ['a tier nobody has heard of', tokenOf('ada', { tier: 'gold' }), FREE],
    ['a token that is none', 'nonsense', SIGNED_OUT],
    ['a token of nothing', '..', SIGNED_OUT],
    ['claims nobody can read', 'a.b.c', SIGNED_OUT],
    ['claims of nobody', `a.${btoa('{}')}.c`, SIGNED_OUT],
    ['claims that are null', `a.${btoa('null')}.c`, SIGNED_OUT],
  ])('%s', (_, token, told) => agree(token, told));
});
