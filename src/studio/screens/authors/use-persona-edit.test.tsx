// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StudioAuthorProfile } from '#domain/studio/personas.ts';
import { pressButton, renderOnPage, resetPage } from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  startFakeServer,
} from '#web/testing/server.ts';
import { usePersonaEdit } from './use-persona-edit.ts';

const CHANGE = 'PUT /studio/authors/plumbline';

const PROFILE = {
  version: 'first',
  profile: {
    tagline: 'Straight down.',
    mission: 'To measure.',
    about: ['It hangs.'],
    perspective: 'From above.',
    expertise: { subjects: ['walls'] },
    targetAudience: { level: 'beginner', description: 'Masons' },
    influencedBy: [{ influence: 'The line.', name: 'Ptah' }],
  },
  voice: null,
} as unknown as StudioAuthorProfile;
const createProfile = (tagline: string, version: string): StudioAuthorProfile => ({
  ...PROFILE,
  version,
  profile: { ...PROFILE.profile, tagline },
});

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
});
afterEach(resetPage);

function Form({ profile, member }: { profile: StudioAuthorProfile; member: string }) {
  const { draft, state, restoredAt, isOutdated, change, save, replaceWithStoredVersion, discard } =
    usePersonaEdit('plumbline', profile, member);
  return (
    <>
      <input
        aria-label="Tagline"
        value={draft.tagline}
        onChange={({ target }) => change({ tagline: target.value })}
      />
      <p>{`${state.kind}${restoredAt ? ', restored' : ''}${isOutdated ? ', overtaken' : ''}`}</p>
      <button type="button" onClick={() => save(() => undefined)}>
        Save
      </button>
      <button type="button" onClick={() => replaceWithStoredVersion(profile)}>
        Throw it away
      </button>
      <button type="button" onClick={discard}>
        Leave
      </button>
    </>
  );
}

/** Opens the form in a new tab, as a newly loaded page. */
function openForm(profile = PROFILE, member = 'edith') {
  cleanup();
  sessionStorage.clear();
  renderOnPage(<Form profile={profile} member={member} />);
}
const getTaglineField = () => screen.getByLabelText<HTMLInputElement>('Tagline');
const typeTagline = (value: string) => fireEvent.change(getTaglineField(), { target: { value } });
/** Returns the initial text of the form and its save state. */
const readForm = () => [getTaglineField().value, document.querySelector('p')?.textContent];

it('restores a draft after the tab was closed, but not of another member', () => {
  openForm();
  typeTagline('Mine.');
  openForm(PROFILE, 'grace');
  expect(readForm()).toEqual(['Straight down.', 'unchanged']);
  openForm();
  expect(readForm()).toEqual(['Mine.', 'changed, restored']);
});

it.each(['Save', 'Throw it away', 'Leave'])('removes the draft after “%s”', async (name) => {
  server.responses[CHANGE] = createJsonResponder(createProfile('Mine.', 'second'));
  openForm();
  typeTagline('Mine.');
  openForm();
  await pressButton(name);
  expect(localStorage).toHaveLength(0);
});

it('reports that somebody else has edited the persona, and overwrites nothing', async () => {
  server.responses[CHANGE] = createErrorResponder(
    409,
    'Grace has edited this author in the meantime.',
  );
  openForm();
  typeTagline('Mine.');
  openForm(createProfile('Theirs.', 'second'));
  expect(readForm()).toEqual(['Mine.', 'changed, restored, overtaken']);
  await pressButton('Save');
  expect(readForm()).toEqual(['Mine.', 'conflict, restored, overtaken']);
  expect(server.lastChange?.body).toMatchObject({ base: 'first' });
});

it('does not restore a draft that the server saved before the response was lost', () => {
  openForm();
  typeTagline('Mine.');
  openForm(createProfile('Mine.', 'second'));
  expect(readForm()).toEqual(['Mine.', 'unchanged']);
  expect(localStorage).toHaveLength(0);
});
