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
    render(createSearchBox());
    typeText('f');
    vi.advanceTimersByTime(SEARCH_DELAY_IN_MILLISECONDS - 1);
    typeText('fo');
    vi.advanceTimersByTime(SEARCH_DELAY_IN_MILLISECONDS - 1);
    expect(onSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSearch.mock.calls).toEqual([['fo']]);
  });

  it('searches immediately, and only once, when Enter is pressed', () => {
    render(createSearchBox());
    typeText('  fog ');
    fireEvent.submit(screen.getByRole('search'));
    expect(onSearch.mock.calls).toEqual([['fog']]);
  });

  it('does not search again when only spaces were typed', () => {
    render(createSearchBox({ query: 'fog' }));
    typeText('fog ');
    vi.advanceTimersByTime(SEARCH_DELAY_IN_MILLISECONDS);
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('keeps the text being typed when the results of an earlier search arrive', () => {
    const { rerender } = render(createSearchBox());
    typeText('fo');
    vi.advanceTimersByTime(SEARCH_DELAY_IN_MILLISECONDS);
    typeText('fog');
    rerender(createSearchBox({ query: 'fo' }));
    expect(getField().value).toBe('fog');
  });

  it('searches for text typed before hydration', async () => {
    const container = document.createElement('div');
    document.body.append(container);
    container.innerHTML = renderToString(createSearchBox());
    container.querySelector('input')!.value = 'fog';
    render(createSearchBox(), { container, hydrate: true });
    expect(getField().value).toBe('fog');
    expect(onSearch.mock.calls).toEqual([['fog']]);
  });

  it('follows changes of the URL', () => {
    const { rerender } = render(createSearchBox({ query: 'fog' }));
    rerender(createSearchBox({ query: '' }));
    expect(getField().value).toBe('');
  });

  it('submits the other parameters without scripts', () => {
    const otherQueryParameters = { category: 'nsm', subcategory: 'mea' };
    render(createSearchBox({ otherQueryParameters }));
    expect(Object.fromEntries(readFormData())).toEqual({ q: '', ...otherQueryParameters });
    cleanup();
    render(createSearchBox());
    expect(Object.fromEntries(readFormData())).toEqual({ q: '' });
  });
});

function createSearchBox(
  props: { query?: string; otherQueryParameters?: Record<string, string> } = {},
) {
  return <SearchBox action="/articles" label="Search" query="" {...props} onSearch={onSearch} />;
}

function getField(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('searchbox');
}

function typeText(value: string): void {
  fireEvent.change(getField(), { target: { value } });
}

function readFormData(): FormData {
  return new FormData(screen.getByRole<HTMLFormElement>('search'));
}
