// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { loadStaticPage } from './static-page.tsx';

const loadText = vi.fn(() => Promise.resolve({ default: { text: 'As it is written' } }));
const load = () => loadStaticPage('rules', loadText, ({ text }) => <p>{text}</p>);

it('renders the page with its text', async () => {
  const Page = await load();
  expect(renderToString(<Page />)).toBe(
    '<div class="wrap" data-static-page="rules"><p>As it is written</p></div>',
  );
});

it('adopts the HTML of the document without loading the text', async () => {
  const ServerPage = await load();
  loadText.mockClear();
  const root = document.body.appendChild(document.createElement('div'));
  root.innerHTML = renderToString(<ServerPage />);
  const paragraph = root.querySelector('p');

  const Page = await load();
  const onRecoverableError = vi.fn();
  const app = await act(async () => hydrateRoot(root, <Page />, { onRecoverableError }));
  await act(async () => app.render(<Page />));

  expect(loadText).not.toHaveBeenCalled();
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(root.querySelector('p')).toBe(paragraph);
  expect(root.textContent).toBe('As it is written');
  act(() => app.unmount());
  root.remove();
});
