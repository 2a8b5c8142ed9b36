// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { get } from '#ui/lib/api.ts';
import { createIdToken, setCookie, signIn, signOut } from '#web/testing/reader.ts';
import { cleanUp } from '#web/testing/render.tsx';
import { failOffline, refuseWith, respondWith, startFakeServer } from '#web/testing/server.ts';
import { readCache, writeCache } from './cache.ts';
import { currentReader, endSession, useReader, watchSession } from './session.ts';

const { dataset } = document.documentElement;

afterEach(cleanUp);

describe('the signed-in reader', () => {
  it('is who the token says', () => {
    signIn('u1', { name: 'Zoë Łuk', email: 'zoe@example.org', providerLabel: 'Google' });
    expect(currentReader()).toEqual({
      id: 'u1',
      name: 'Zoë Łuk',
      email: 'zoe@example.org',
      provider: 'Google',
      tier: 'free',
    });
  });

  it('is nobody without a token', () => {
    expect(currentReader()).toBeNull();
  });

  it.each(['nonsense', 'a.b.c', `a.${btoa('{}')}.c`, `a.${btoa('null')}.c`])(
    'is nobody by the token %s',
    (token) => {
      setCookie(token);
      expect(currentReader()).toBeNull();
    },
  );

  it.each([
    ['premium', 'premium'],
    ['free', 'free'],
    ['gold', 'free'],
  ])('has by the tier "%s" what %s has', (tier, held) => {
    signIn('ada', { tier });
    expect(currentReader()?.tier).toBe(held);
  });

  it('stays the same reader when the token is renewed', () => {
    signIn('ada');
    const reader = currentReader();
    setCookie(createIdToken('ada').replace('.y', '.z'));
    expect(currentReader()).toBe(reader);
  });
});

function Name() {
  const reader = useReader();
  return <p>{reader === undefined ? 'not known' : (reader?.name ?? 'nobody')}</p>;
}

describe('a page', () => {
  it('does not know the reader on the server, and does once it is alive', async () => {
    signIn('ada');
    const container = document.createElement('div');
    container.innerHTML = renderToString(<Name />);
    expect(container.textContent).toBe('not known');
    const onRecoverableError = vi.fn();
    const root = await act(async () => hydrateRoot(container, <Name />, { onRecoverableError }));
    expect(container.textContent).toBe('ada');
    expect(onRecoverableError).not.toHaveBeenCalled();
    act(() => root.unmount());
  });

  it.each(['visibilitychange', 'focus', 'pageshow', 'storage'])(
    'learns at %s that the reader has changed in another tab',
    (sign) => {
      render(<Name />);
      screen.getByText('nobody');
      setCookie(createIdToken('piet', { tier: 'premium' }));
      act(() => dispatchEvent(new Event(sign)));
      screen.getByText('piet');
      expect([dataset.signedIn, dataset.premium]).toEqual(['', '']);
      setCookie('');
      act(() => dispatchEvent(new Event(sign)));
      screen.getByText('nobody');
      expect([dataset.signedIn, dataset.premium]).toEqual([undefined, undefined]);
    },
  );

  it('loses what it kept of the reader when they go', () => {
    signIn('ada');
    writeCache('bookmarks', 'ada', ['one']);
    signOut();
    expect(readCache('bookmarks', 'ada')).toBeUndefined();
  });
});

describe('a session the server has ended', () => {
  it('is signed out, and each watcher is notified once', () => {
    const onChange = vi.fn();
    signIn('ada');
    const stop = watchSession(onChange);
    endSession();
    endSession();
    expect(currentReader()).toBeNull();
    expect(document.cookie).not.toContain('id_token');
    expect(dataset.signedIn).toBeUndefined();
    expect(onChange).toHaveBeenCalledTimes(1);
    stop();
    signIn('ada');
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('ends on a page that has not asked yet who is signed in', async () => {
    setCookie(createIdToken('ada'));
    // The attribute that boot.ts has set.
    dataset.signedIn = '';
    vi.resetModules();
    const fresh = await import('./session.ts');
    fresh.endSession();
    expect(dataset.signedIn).toBeUndefined();
  });

  it('ends on the whole page, also when one part of it has found out before', () => {
    render(<Name />);
    act(() => signIn('ada'));
    setCookie('');
    expect(currentReader()).toBeNull();
    act(() => dispatchEvent(new Event('focus')));
    screen.getByText('nobody');
    expect(dataset.signedIn).toBeUndefined();
  });
});

describe('a response of the server', () => {
  const ask = (answer: () => Response | Promise<Response>) => {
    startFakeServer().responses['GET /feed'] = answer;
    return act(() => get('/feed').catch((error: Error) => error));
  };

  it('ends the session on the page where it is that nobody is signed in, before the call fails', async () => {
    signIn('ada');
    render(<Name />);
    writeCache('bookmarks', 'ada', ['one']);
    startFakeServer().responses['GET /feed'] = refuseWith(401, 'Unauthorized');
    const readerAtFailure = await act(() => get('/feed').catch(currentReader));
    expect(readerAtFailure).toBeNull();
    screen.getByText('nobody');
    expect(document.cookie).not.toContain('id_token');
    expect(dataset.signedIn).toBeUndefined();
    expect(readCache('bookmarks', 'ada')).toBeUndefined();
  });

  it.each([
    ['403, which says that this reader may not', refuseWith(403)],
    ['404', refuseWith(404)],
    ['429', refuseWith(429)],
    ['500', refuseWith(500)],
    ['nothing at all', failOffline],
  ])('leaves the session as it is where it is %s', async (_, answer) => {
    signIn('ada');
    render(<Name />);
    expect(await ask(answer)).toBeInstanceOf(Error);
    screen.getByText('ada');
    expect(document.cookie).toContain('id_token');
    expect(dataset.signedIn).toBe('');
  });

  it('says nothing of a reader who has signed in since the call was made, and the call is made again', async () => {
    signIn('ada');
    render(<Name />);
    let answers = [refuseWith(401), respondWith('theirs')];
    startFakeServer().responses['GET /feed'] = () => {
      // In the meantime, another reader signs in in another tab.
      setCookie(createIdToken('bea'));
      const [first, ...rest] = answers;
      answers = rest;
      return first!();
    };
    expect(await act(() => get('/feed'))).toBe('theirs');
    screen.getByText('bea');
    expect(document.cookie).toContain('id_token');
  });

  it('ends the session of the other tabs too, as soon as one is looked at', async () => {
    const here = await openTab();
    const there = await openTab();
    signIn('ada');
    there.session.syncSession();
    const onChange = vi.fn();
    const stop = there.session.watchSession(onChange);
    startFakeServer().responses['GET /feed'] = refuseWith(401);
    await expect(here.api.get('/feed')).rejects.toThrow();
    expect(here.session.currentReader()).toBeNull();
    expect(onChange).not.toHaveBeenCalled();
    dispatchEvent(new Event('focus'));
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(there.session.currentReader()).toBeNull();
    stop();
  });
});

/** Opens a page in a new tab, which shares only the cookies with other tabs. */
async function openTab() {
  vi.resetModules();
  return { api: await import('#ui/lib/api.ts'), session: await import('./session.ts') };
}
