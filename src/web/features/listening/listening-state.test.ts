// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { signIn, signOut } from '#web/testing/reader.ts';
import { resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  rejectAsOffline,
  startFakeServer,
} from '#web/testing/server.ts';
import {
  deleteListeningPosition,
  fetchListeningPosition,
  fetchPreferredNarrator,
  saveListeningPosition,
  savePreferredNarrator,
} from './listening-state.ts';
import { getResumeSeconds, type Narration } from './narration.ts';

const ash = createArticleMeta('Ash');
const POSITION = { anchor: 'introduction.0', start: 40, seconds: 12 };
const STORED = { articleId: ash.id, ...POSITION, heardAt: '2026-11-20T06:00:00.000Z' };

let server: FakeServer;
beforeEach(() => {
  server = startFakeServer();
  signIn();
  return async () => {
    // Requests that some tests leave in flight must complete before the cleanup.
    await waitForResponses();
    signOut();
    localStorage.clear();
    await resetPage();
  };
});

it('requests narrator and position once within a press', async () => {
  server.responses['GET /user/listening'] = createJsonResponder({
    narrator: 'bf',
    places: [STORED],
  });
  await Promise.all([fetchPreferredNarrator(), fetchListeningPosition(ash.id)]);
  expect(server.calls).toEqual(['GET /user/listening']);
});

it('saves a position to the account, and deletes it', async () => {
  saveListeningPosition(ash, POSITION);
  await expect.poll(() => server.changes).toEqual(['PUT /articles/Plumbline/ash/place']);
  expect(server.requests[0]!.body).toEqual({ ...POSITION, heardAgo: expect.any(Number) });
  deleteListeningPosition(ash);
  await expect.poll(() => server.changes.at(-1)).toBe('DELETE /articles/Plumbline/ash/place');
});

it('returns the position of the last device', async () => {
  await saveListeningPosition(ash, { ...POSITION, seconds: 3 });
  server.responses['GET /user/listening'] = createJsonResponder({
    narrator: null,
    places: [STORED],
  });
  expect(await fetchListeningPosition(ash.id)).toEqual(STORED);
});

it.each([
  ['this device’s position', 'before', '2026-11-20T05:00:00.000Z', { start: 90 }],
  ['the other device’s position', 'after', '2099-01-01T00:00:00.000Z', { start: 40 }],
])(
  'returns %s if the account’s position is from %s the unsent one',
  async (_, __, heardAt, position) => {
    server.responses['PUT /articles/Plumbline/ash/place'] = rejectAsOffline;
    await expect(saveListeningPosition(ash, { ...POSITION, start: 90 })).rejects.toThrow();
    const places = [{ ...STORED, heardAt }];
    server.responses['GET /user/listening'] = createJsonResponder({ narrator: null, places });
    expect(await fetchListeningPosition(ash.id)).toMatchObject(position);
    // Once the server has received a position from this browser, the position in the server's response takes
    // precedence.
    delete server.responses['PUT /articles/Plumbline/ash/place'];
    await saveListeningPosition(ash, { ...POSITION, start: 120 });
    expect(await fetchListeningPosition(ash.id)).toMatchObject({ start: 40 });
  },
);

it.each([
  ['the reader is offline', rejectAsOffline],
  ['the server fails', createErrorResponder(500)],
])('returns this browser’s position while %s', async (_, respond) => {
  saveListeningPosition(ash, POSITION);
  server.responses['GET /user/listening'] = respond;
  expect(await fetchListeningPosition(ash.id)).toEqual({ articleId: ash.id, ...POSITION });
});

it('returns a position that waits in the service worker, until the account has it', async () => {
  server.responses['PUT /articles/Plumbline/ash/place'] = createJsonResponder({ isWaiting: true });
  await saveListeningPosition(ash, { ...POSITION, start: 90 });
  server.responses['GET /user/listening'] = createJsonResponder({
    narrator: null,
    places: [STORED],
  });
  expect(await fetchListeningPosition(ash.id)).toMatchObject({ start: 90 });
});

it('returns no position of another reader, or to a visitor', async () => {
  saveListeningPosition(ash, POSITION);
  server.responses['GET /user/listening'] = rejectAsOffline;
  signIn('bea');
  expect(await fetchListeningPosition(ash.id)).toBeUndefined();
  signOut();
  saveListeningPosition(ash, POSITION);
  await waitForResponses();
  expect(server.changes).toEqual(['PUT /articles/Plumbline/ash/place']);
});

it('saves the narrator in this browser and to the account', async () => {
  await savePreferredNarrator('am');
  expect(server.lastChange).toMatchObject({
    call: 'PUT /user/narrator',
    body: { narrator: 'am' },
  });
  expect(localStorage.getItem('audioNarrator')).toBe('am');
  // The narrator chosen in this browser is used if the server has stored none or does not respond.
  server.responses['GET /user/listening'] = createJsonResponder({ narrator: null, places: [] });
  expect(await fetchPreferredNarrator()).toBe('am');
  server.responses['GET /user/listening'] = rejectAsOffline;
  expect(await fetchPreferredNarrator()).toBe('am');
});

it('returns the narrator chosen last, on any device', async () => {
  await savePreferredNarrator('am');
  server.responses['GET /user/listening'] = createJsonResponder({ narrator: 'bf', places: [] });
  expect(await fetchPreferredNarrator()).toBe('bf');
  expect(localStorage.getItem('audioNarrator')).toBe('bf');
  signOut();
  expect(await fetchPreferredNarrator()).toBe('bf');
  signIn('bea');
  server.responses['GET /user/listening'] = createJsonResponder({ narrator: 'bm', places: [] });
  expect(await fetchPreferredNarrator()).toBe('bm');
});

it('returns the choice of this browser until the account has it', async () => {
  server.responses['GET /user/listening'] = createJsonResponder({ narrator: 'bf', places: [] });
  server.responses['PUT /user/narrator'] = rejectAsOffline;
  await expect(savePreferredNarrator('am')).rejects.toThrow();
  delete server.responses['PUT /user/narrator'];
  expect(await fetchPreferredNarrator()).toBe('am');
  await waitForResponses();
  expect(server.changes).toEqual(['PUT /user/narrator', 'PUT /user/narrator']);
  expect(await fetchPreferredNarrator()).toBe('bf');
});

it('finds a position by sentence, or by element, or by seconds', () => {
  const sentence = { anchor: 'introduction.0', start: 40, length: 9, from: 21, to: 24 };
  const narration = {
    seconds: 300,
    sentences: [{ ...sentence, start: 0, from: 8, to: 20 }, sentence],
  } as unknown as Narration;
  const resumeAt = (position: Partial<typeof STORED>) =>
    getResumeSeconds({ ...STORED, ...position }, narration);
  expect(resumeAt({})).toBe(21);
  expect(resumeAt({ start: 7 })).toBe(8);
  expect(resumeAt({ start: 47 })).toBe(21);
  expect(resumeAt({ anchor: 'conclusion.9' })).toBe(12);
  expect(resumeAt({ anchor: 'conclusion.9', seconds: 299 })).toBe(0);
  expect(getResumeSeconds(undefined, narration)).toBe(0);
});
