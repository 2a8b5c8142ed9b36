// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Line } from '#domain/lines.ts';
import { linesCopy } from '#web/copy/lines.ts';
import { signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createJsonResponder, type FakeServer, startFakeServer } from '#web/testing/server.ts';
import { useKeptLineLookup } from './kept-lines.ts';
import { LineList } from './line-list.tsx';

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

/** Shows the ID of the line as an article's page knows it. */
function KeptLine() {
  return <output>{useKeptLineLookup(LINE.article)(LINE.text) ?? 'none'}</output>;
}
const known = () => document.querySelector('output')!.textContent;

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
        <LineList lines={[LINE]} onRemoved={() => {}} />
      </>,
    );
    await waitForResponses();
    expect(known()).toBe('line');
    const remove = linesCopy.note.of(linesCopy.remove, LINE.text);
    await userEvent.click(screen.getByRole('button', { name: remove }));
    await expect.poll(known).toBe('none');
  });

  it('is unknown to another reader who signs in on the same page', async () => {
    renderOnPage(<KeptLine />);
    await waitForResponses();
    server.responses['GET /lines?article=one&limit=50'] = createJsonResponder({ lines: [] });
    act(() => signIn('ben'));
    await waitForResponses();
    expect(known()).toBe('none');
  });
});
