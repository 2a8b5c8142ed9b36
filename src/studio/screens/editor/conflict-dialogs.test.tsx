// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { createEmptyManuscript } from '#domain/studio/manuscript.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  goOffline,
  goOnline,
  startFakeServer,
} from '#web/testing/server.ts';
import { copy } from '../../copy.ts';
import { type ArticleEditorContextValue, ArticleEditorProvider } from './article-editor.ts';
import { EditConflictDialog } from './conflict-dialogs.tsx';
import { ManuscriptStore } from './manuscript-store.ts';

const LOAD = 'GET /studio/articles/canal';
const OWN_VERSION = {
  ...createEmptyManuscript({ category: 'awd', subcategory: 'att' }),
  title: 'A canal',
};

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
});
afterEach(resetPage);

const serveOtherTitle = (title: string) => {
  server.responses[LOAD] = createJsonResponder({
    manuscript: {
      version: 2,
      savedByName: 'Grace',
      savedAt: '2026-01-01T00:00:00.000Z',
      content: { ...OWN_VERSION, title },
    },
  } as EditorArticle);
};

async function openDialog() {
  const store = new ManuscriptStore(OWN_VERSION, () => undefined);
  renderOnPage(
    <ArticleEditorProvider value={{ id: 'canal', store } as ArticleEditorContextValue}>
      <EditConflictDialog isOpen onClose={() => undefined} />
    </ArticleEditorProvider>,
  );
  await waitForResponses();
}

it('keeps showing the same version after the browser was offline', async () => {
  serveOtherTitle('A ditch');
  await openDialog();
  serveOtherTitle('A moat');
  goOffline();
  goOnline();
  await waitForResponses();
  screen.getByText('ditch');
  expect(screen.queryByText('moat')).toBeNull();
});

it('explains that no version can be chosen if loading has failed', async () => {
  server.responses[LOAD] = createErrorResponder(500);
  await openDialog();
  const button = screen.getByRole('button', { name: copy.settle.keepOwnVersion });
  expect(button.title).toBe(copy.common.notLoaded);
});
