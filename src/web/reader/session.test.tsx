// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendGet } from '#ui/lib/api.ts';
import { createIdToken, setIdTokenCookie, signIn, signOut } from '#web/testing/reader.ts';
import { resetPage } from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  rejectAsOffline,
  startFakeServer,
} from '#web/testing/server.ts';
import { cacheValue, readCachedValue } from './cache.ts';
import { endLocalSession, readCurrentReader, useReader, watchSession } from './session.ts';

const { dataset } = document.documentElement;

afterEach(resetPage);

describe('the signed-in reader', () => {
  it('is taken from the ID token', () => {
    signIn('u1', { name: 'Zoë Łuk', email: 'zoe@example.org', providerLabel: 'Google' });
    expect(readCurrentReader()).toEqual({
      id: 'u1',
      name: 'Zoë Łuk',
      email: 'zoe@example.org',
      provider: 'Google',
      tier: 'free',
    });
  });

  it('is null without a token', () => {
    expect(readCurrentReader()).toBeNull();
  });

  it.each(['nonsense', 'a.b.c', `a.${btoa('{}')}.c`, `a.${btoa('null')}.c`])(
    'is null for the invalid token %s',
    (token) => {
      setIdTokenCookie(token);
      expect(readCurrentReader()).toBeNull();
    },
  );

  it.each([
    ['premium', 'premium'],
    ['free', 'free'],
    ['gold', 'free'],
  ])('with the tier "%s" has the rights of %s', (tier, expectedTier) => {
    signIn('ada', { tier });
    expect(readCurrentReader()?.tier).toBe(expectedTier);
  });

  it('stays the same reader when the token is renewed', () => {
    signIn('ada');
    const reader = readCurrentReader();
    setIdTokenCookie(createIdToken('ada').replace('.y', '.z'));
    expect(readCurrentReader()).toBe(reader);
  });
});

function Name() {
  const reader = useReader();
  return <p>{reader === undefined ? 'not known' : (reader?.name ?? 'nobody')}</p>;
}

describe('a page', () => {
  it('does not know the reader on the server, but does after hydration', async () => {
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
    'notices on a %s event that the reader has changed in another tab',
    (type) => {
      render(<Name />);
      screen.getByText('nobody');
      setIdTokenCookie(createIdToken('piet', { tier: 'premium' }));
      act(() => dispatchEvent(new Event(type)));
      screen.getByText('piet');
      expect([dataset.signedIn, dataset.premium]).toEqual(['', '']);
      setIdTokenCookie('');
      act(() => dispatchEvent(new Event(type)));
      screen.getByText('nobody');
      expect([dataset.signedIn, dataset.premium]).toEqual([undefined, undefined]);
    },
  );

  it('removes the reader’s cached data at sign-out', () => {
    signIn('ada');
    cacheValue('bookmarks', 'ada', ['one']);
    signOut();
    expect(readCachedValue('bookmarks', 'ada')).toBeUndefined();
  });
});

describe('a session that the server has ended', () => {
  it('is signed out, and each watcher is notified once', () => {
    const onChange = vi.fn();
    signIn('ada');
    const stop = watchSession(onChange);
    endLocalSession();
    endLocalSession();
    expect(readCurrentReader()).toBeNull();
    expect(document.cookie).not.toContain('id_token');
    expect(dataset.signedIn).toBeUndefined();
    expect(onChange).toHaveBeenCalledTimes(1);
    stop();
    signIn('ada');
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('ends on a page that has not read the session yet', async () => {
    setIdTokenCookie(createIdToken('ada'));
    // For signed-in readers, `boot.ts` sets `data-signed-in` before the first paint.
    dataset.signedIn = '';
    vi.resetModules();
    const freshSession = await import('./session.ts');
    freshSession.endLocalSession();
    expect(dataset.signedIn).toBeUndefined();
  });

  it('ends for all components, even if one has noticed it earlier', () => {
    render(<Name />);
    act(() => signIn('ada'));
    setIdTokenCookie('');
    expect(readCurrentReader()).toBeNull();
    act(() => dispatchEvent(new Event('focus')));
    screen.getByText('nobody');
    expect(dataset.signedIn).toBeUndefined();
  });
});

describe('a response from the server', () => {
  const requestFeed = (respond: () => Response | Promise<Response>) => {
    startFakeServer().responses['GET /feed'] = respond;
    return act(() => sendGet('/feed').catch((error: Error) => error));
  };

  it('with 401 ends the session on the page, before the call fails', async () => {
    signIn('ada');
    render(<Name />);
    cacheValue('bookmarks', 'ada', ['one']);
    startFakeServer().responses['GET /feed'] = createErrorResponder(401, 'Unauthorized');
    const readerAtFailure = await act(() => sendGet('/feed').catch(readCurrentReader));
    expect(readerAtFailure).toBeNull();
    screen.getByText('nobody');
    expect(document.cookie).not.toContain('id_token');
    expect(dataset.signedIn).toBeUndefined();
    expect(readCachedValue('bookmarks', 'ada')).toBeUndefined();
  });

  it.each([
    ['with 403', createErrorResponder(403)],
    ['with 404', createErrorResponder(404)],
    ['with 429', createErrorResponder(429)],
    ['with 500', createErrorResponder(500)],
    ['without a response', rejectAsOffline],
  ])('%s does not change the session', async (_, respond) => {
    signIn('ada');
    render(<Name />);
    expect(await requestFeed(respond)).toBeInstanceOf(Error);
    screen.getByText('ada');
    expect(document.cookie).toContain('id_token');
    expect(dataset.signedIn).toBe('');
  });

  it('with 401 does not sign out a reader who has signed in since the call, and the call is repeated', async () => {
    signIn('ada');
    render(<Name />);
    let responders = [createErrorResponder(401), createJsonResponder('theirs')];
    startFakeServer().responses['GET /feed'] = () => {
      // While the request is pending, another reader signs in from another tab.
      setIdTokenCookie(createIdToken('bea'));
      const [first, ...rest] = responders;
      responders = rest;
      return first!();
    };
    expect(await act(() => sendGet('/feed'))).toBe('theirs');
    screen.getByText('bea');
    expect(document.cookie).toContain('id_token');
  });

  it('with 401 also ends the session in other tabs when they become visible', async () => {
    const thisTab = await openTab();
    const otherTab = await openTab();
    signIn('ada');
    otherTab.session.updatePageFromSession();
    const onChange = vi.fn();
    const stop = otherTab.session.watchSession(onChange);
    startFakeServer().responses['GET /feed'] = createErrorResponder(401);
    await expect(thisTab.api.sendGet('/feed')).rejects.toThrow();
    expect(thisTab.session.readCurrentReader()).toBeNull();
    expect(onChange).not.toHaveBeenCalled();
    dispatchEvent(new Event('focus'));
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(otherTab.session.readCurrentReader()).toBeNull();
    stop();
  });
});

/** Simulates another tab, which shares only the cookies. */
async function openTab() {
  vi.resetModules();
  return { api: await import('#ui/lib/api.ts'), session: await import('./session.ts') };
}
