// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Line } from '#domain/lines.ts';
import { linesCopy } from '#web/copy/lines.ts';
import { cacheValue, readCachedValue } from '#web/reader/cache.ts';
import { signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createJsonResponder, type FakeServer, startFakeServer } from '#web/testing/server.ts';
import {
  keepLine,
  removeKeptLine,
  replaceLineId,
  showLinesAsNotKept,
  useKeptLineLookup,
} from './kept-lines.ts';
import { LineList } from './line-list.tsx';
import { useLineChanges } from './use-line-changes.ts';

const LINE: Line = {
  id: 'line',
  text: 'A line worth keeping.',
  note: '',
  section: 'point-1',
  keptAt: '2026-03-20T08:00:00.000Z',
  isInArticle: true,
  article: {
    id: 'one',
    authorAlias: 'Plumbline',
    title: 'One',
    path: '/Plumbline/one',
    category: 'nsm',
    isPublished: true,
  },
};

/** Shows the ID of a kept line (a saved passage), or "none" if the page shows the line as not kept. */
function KeptLine() {
  return <output>{useKeptLineLookup(LINE.article)(LINE.text) ?? 'none'}</output>;
}

function List() {
  return <LineList lines={[LINE]} changes={useLineChanges(NO_LINES)} />;
}
const NO_LINES: Line[] = [];
const readKnownId = () => document.querySelector('output')!.textContent;

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  signIn('ada');
  server.responses['GET /lines?article=one&limit=50'] = createJsonResponder({ lines: [LINE] });
});
afterEach(resetPage);

describe('a kept line', () => {
  it('is no longer kept on its article’s page after it was removed from the list', async () => {
    renderOnPage(
      <>
        <KeptLine />
        <List />
      </>,
    );
    await waitForResponses();
    expect(readKnownId()).toBe('line');
    const remove = linesCopy.note.of(linesCopy.remove, LINE.text);
    await userEvent.click(screen.getByRole('button', { name: remove }));
    await expect.poll(readKnownId).toBe('none');
  });

  it('is kept again after its removal was undone', async () => {
    renderOnPage(
      <>
        <KeptLine />
        <List />
      </>,
    );
    await waitForResponses();
    const press = (action: string) =>
      userEvent.click(screen.getByRole('button', { name: linesCopy.note.of(action, LINE.text) }));
    await press(linesCopy.remove);
    await expect.poll(readKnownId).toBe('none');
    await press(linesCopy.undo);
    await expect.poll(readKnownId).toBe('line');
    expect(server.changes).toEqual(['DELETE /lines/line', 'PUT /lines/line']);
  });

  describe('while its lines are requested', () => {
    let respond: () => void;

    /**
     * Requests the kept lines of an article. The response to this request is delayed and contains `linesBefore`. The
     * responses to later requests are immediate and contain `linesAfter`.
     */
    async function requestLines(
      linesBefore: readonly Line[],
      linesAfter: readonly Line[],
    ): Promise<void> {
      const { promise: released, resolve } = Promise.withResolvers<void>();
      const path = 'GET /lines?article=one&limit=50';
      const respondBefore = createJsonResponder({ lines: linesBefore });
      server.responses[path] = async (...request) => {
        await released;
        return respondBefore(...request);
      };
      renderOnPage(<KeptLine />);
      await waitForResponses();
      server.responses[path] = createJsonResponder({ lines: linesAfter });
      respond = resolve;
    }

    it('stays kept if it was kept meanwhile', async () => {
      const { authorAlias, id } = LINE.article;
      server.responses[`PUT /articles/${authorAlias}/${id}/lines`] = createJsonResponder(LINE);
      await requestLines([], [LINE]);
      await act(() => keepLine({ authorAlias, id }, LINE.text));
      respond();
      await waitForResponses();
      expect(readKnownId()).toBe('line');
    });

    it('keeps the ID that it has received meanwhile', async () => {
      await requestLines([{ ...LINE, id: 'temporary' }], [LINE]);
      act(() => replaceLineId('temporary', 'line'));
      respond();
      await waitForResponses();
      expect(readKnownId()).toBe('line');
    });

    it('stays refused if it was refused meanwhile', async () => {
      await requestLines([{ ...LINE, id: 'temporary' }], []);
      act(() => showLinesAsNotKept(['temporary']));
      respond();
      await waitForResponses();
      expect(readKnownId()).toBe('none');
    });
  });

  it('is shared between tabs', async () => {
    server.responses['GET /lines?article=one&limit=50'] = createJsonResponder({ lines: [] });
    renderOnPage(<KeptLine />);
    await waitForResponses();
    expect(readKnownId()).toBe('none');
    // Simulates a change in another tab. That tab writes the change to the shared cache, and this tab receives a
    // `storage` event.
    const changeInOtherTab = async (change: object) => {
      cacheValue('lines', 'ada', change);
      await act(async () => {
        dispatchEvent(new StorageEvent('storage', { key: 'cache:lines' }));
      });
    };
    await changeInOtherTab({ id: 'line', articleId: 'one', text: LINE.text });
    expect(readKnownId()).toBe('line');
    await changeInOtherTab({ id: 'line' });
    expect(readKnownId()).toBe('none');
  });

  it('is written for other tabs when it is kept and removed', async () => {
    const stored = () => readCachedValue('lines', 'ada')?.value;
    const { authorAlias, id } = LINE.article;
    server.responses[`PUT /articles/${authorAlias}/${id}/lines`] = createJsonResponder(LINE);
    await keepLine({ authorAlias, id }, LINE.text);
    expect(stored()).toEqual({ id: 'line', articleId: 'one', text: LINE.text });
    expect(await removeKeptLine('line')).toBe(true);
    expect(stored()).toEqual({ id: 'line' });
  });

  it('is loaded again when the page returns from the back-forward cache', async () => {
    renderOnPage(<KeptLine />);
    await waitForResponses();
    expect(readKnownId()).toBe('line');
    server.responses['GET /lines?article=one&limit=50'] = createJsonResponder({ lines: [] });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitForResponses();
    expect(readKnownId()).toBe('none');
  });

  it('is unknown to another reader who signs in on the same page', async () => {
    renderOnPage(<KeptLine />);
    await waitForResponses();
    server.responses['GET /lines?article=one&limit=50'] = createJsonResponder({ lines: [] });
    act(() => signIn('ben'));
    await waitForResponses();
    expect(readKnownId()).toBe('none');
  });
});
