// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanUp } from '#web/testing/bench.tsx';
import { setCookie, signIn, signOut, tokenOf } from '#web/testing/reader.ts';
import { readCache, writeCache } from './cache.ts';
import { currentReader, endSession, useReader, watchSession } from './session.ts';

const { dataset } = document.documentElement;

afterEach(cleanUp);

describe('who is signed in', () => {
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
    setCookie(tokenOf('ada').replace('.y', '.z'));
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
      setCookie(tokenOf('piet', { tier: 'premium' }));
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
  it('ends here, and everybody who watches is told once', () => {
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
    setCookie(tokenOf('ada'));
    // As boot.ts leaves it.
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
