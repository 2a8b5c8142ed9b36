// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createJsonResponder, type FakeServer, startFakeServer } from '#web/testing/server.ts';
import { StockTab } from './stock-tab.tsx';

let server: FakeServer;
beforeEach(() => {
  server = startFakeServer();
});
afterEach(resetPage);

const openTab = async (services: string[]) => {
  server.responses['GET /studio/stock'] = createJsonResponder({ services });
  renderOnPage(<StockTab candidate={undefined} onPreview={() => {}} />);
  await waitForResponses();
};

it('names the settings if no service is configured', async () => {
  await openTab([]);
  expect(screen.getByText('No stock photo service is set up.')).toBeTruthy();
  expect(screen.getByText('UNSPLASH_ACCESS_KEY')).toBeTruthy();
  expect(screen.queryByRole('search')).toBeNull();
});

it('lets the editor choose between several services', async () => {
  await openTab(['unsplash', 'pexels']);
  const serviceField = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Search in' });
  expect([...serviceField.options].map(({ text }) => text)).toEqual(['Unsplash', 'Pexels']);
});
