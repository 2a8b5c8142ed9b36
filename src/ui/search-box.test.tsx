// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SEARCH_DELAY_IN_MILLISECONDS, SearchBox } from './search-box.tsx';

const onSearch = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  cleanup();
  onSearch.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the search box', () => {
  it('searches after a pause in typing', () => {
    render(box());
    type('f');
    vi.advanceTimersByTime(SEARCH_DELAY_IN_MILLISECONDS - 1);
    type('fo');
    vi.advanceTimersByTime(SEARCH_DELAY_IN_MILLISECONDS - 1);
    expect(onSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSearch.mock.calls).toEqual([['fo']]);
  });

  it('searches immediately, and only once, when Enter is pressed', () => {
    render(box());
    type('  fog ');
    fireEvent.submit(screen.getByRole('search'));
    expect(onSearch.mock.calls).toEqual([['fog']]);
  });

  it('does not search again when only spaces were typed', () => {
    render(box({ query: 'fog' }));
    type('fog ');
    vi.advanceTimersByTime(SEARCH_DELAY_IN_MILLISECONDS);
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('keeps the text being typed when the results of an earlier search arrive', () => {
    const { rerender } = render(box());
    type('fo');
    vi.advanceTimersByTime(SEARCH_DELAY_IN_MILLISECONDS);
    type('fog');
    rerender(box({ query: 'fo' }));
    expect(field().value).toBe('fog');
  });

  it('searches for text typed before hydration', async () => {
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(box());
    container.querySelector('input')!.value = 'fog';
    render(box(), { container, hydrate: true });
    expect(field().value).toBe('fog');
    expect(onSearch.mock.calls).toEqual([['fog']]);
  });

  it('follows changes of the URL', () => {
    const { rerender } = render(box({ query: 'fog' }));
    rerender(box({ query: '' }));
    expect(field().value).toBe('');
  });

  it('submits the other parameters without scripts', () => {
    const kept = { category: 'nsm', subcategory: 'mea' };
    render(box({ kept }));
    expect(Object.fromEntries(sent())).toEqual({ q: '', ...kept });
    cleanup();
    render(box());
    expect(Object.fromEntries(sent())).toEqual({ q: '' });
  });
});

function box(address: { query?: string; kept?: Record<string, string> } = {}) {
  return <SearchBox action="/articles" label="Search" query="" {...address} onSearch={onSearch} />;
}

function field(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('searchbox');
}

function type(value: string): void {
  fireEvent.change(field(), { target: { value } });
}

function sent(): FormData {
  return new FormData(screen.getByRole<HTMLFormElement>('search'));
}
