// @vitest-environment jsdom
import { focusManager } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StudioAuthorProfile } from '#domain/studio/personas.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  goOffline,
  goOnline,
  neverRespond,
  startFakeServer,
} from '#web/testing/server.ts';
import { copy } from '../../copy.ts';
import { createStudioQueryClient } from '../../lib/studio-api.ts';
import { AuthorConflictDialog } from './author-conflict-dialog.tsx';
import { toPersonaDraft } from './persona-draft.ts';
import type { PersonaEdit } from './use-persona-edit.ts';

const LOAD = 'GET /studio/authors/plumbline';

const createProfile = (tagline: string) =>
  ({
    version: tagline,
    profile: {
      tagline,
      mission: 'To measure.',
      about: ['It hangs.'],
      perspective: 'From above.',
      expertise: { subjects: ['walls'] },
      targetAudience: { level: 'beginner', description: 'Masons' },
      influencedBy: [],
    },
    voice: null,
  }) as unknown as StudioAuthorProfile;

const BEGUN = toPersonaDraft(createProfile('Plumb.'));
const EDITING = { begun: BEGUN, draft: { ...BEGUN, tagline: 'Mine.' } } as PersonaEdit;

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
});
afterEach(async () => {
  focusManager.setFocused(undefined);
  await resetPage();
});

const serveTagline = (tagline: string) => {
  server.responses[LOAD] = createJsonResponder(createProfile(tagline));
};
const createDialog = (isOpen: boolean) => (
  <AuthorConflictDialog
    id="plumbline"
    editing={EDITING}
    isOpen={isOpen}
    onClose={() => undefined}
  />
);
const getUseTheirsButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: copy.authors.replaceWithTheirVersion });

it('keeps showing the same version after the window was in the background or offline', async () => {
  serveTagline('Theirs.');
  renderOnPage(createDialog(true), { queries: createStudioQueryClient() });
  await waitForResponses();
  serveTagline('Later.');
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await waitForResponses();
  goOffline();
  goOnline();
  await waitForResponses();
  screen.getByText('Theirs');
  expect(screen.queryByText('Later')).toBeNull();
});

it('does not offer the version of an earlier conflict while another version loads', async () => {
  serveTagline('Theirs.');
  const { rerender } = renderOnPage(createDialog(true));
  await waitForResponses();
  expect(getUseTheirsButton().disabled).toBe(false);
  rerender(createDialog(false));
  server.responses[LOAD] = neverRespond;
  rerender(createDialog(true));
  await waitForResponses();
  expect(getUseTheirsButton().disabled).toBe(true);
});

it('explains that no version can be chosen if loading has failed', async () => {
  server.responses[LOAD] = createErrorResponder(500);
  renderOnPage(createDialog(true));
  await waitForResponses();
  expect(getUseTheirsButton().title).toBe(copy.common.notLoaded);
});
