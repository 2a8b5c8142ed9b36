// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderOnPage, resetPage } from '#web/testing/render.tsx';
import { SearchParamTabs } from './search-param-tabs.tsx';

afterEach(resetPage);

it('keeps the other parameters of the URL', () => {
  renderOnPage(
    <SearchParamTabs
      label="Status"
      name="status"
      choices={[
        { id: 'pending', label: 'Pending' },
        { id: 'generated', label: 'Written' },
      ]}
    />,
    { at: '/ideas?author=plumbline&status=generated' },
  );
  const urls = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(urls).toEqual(['/ideas?author=plumbline', '/ideas?author=plumbline&status=generated']);
});
