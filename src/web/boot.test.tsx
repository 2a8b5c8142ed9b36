// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';

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
