// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NarratorsReport } from '#domain/studio/narrators.ts';
import { pressButton, renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  rejectAsOffline,
  startFakeServer,
} from '#web/testing/server.ts';
import { createStudioQueryClient } from '../../lib/studio-api.ts';
import { NarratorsScreen } from './narrators-screen.tsx';

const SAVE = 'PUT /studio/narrators/settings';
const MEMBER = 'GET /studio/me';
const TRY = 'POST /studio/narrators/try';

let server: FakeServer;
/** The number of sounds that have been started. */
let started: number;

beforeEach(() => {
  server = startFakeServer();
  started = 0;
  class FakeAudioContext {
    decodeAudioData = async () => ({});
    close = async () => {};
    createBufferSource = () => ({
      connect() {},
      addEventListener() {},
      start: () => started++,
    });
  }
  vi.stubGlobal('AudioContext', FakeAudioContext);
});
afterEach(resetPage);

const KOKORO: NarratorsReport['engine'] = {
  kind: 'neural',
  name: 'kokoro',
  speakers: [
    { name: 'af_heart', speed: 0.87, fits: ['af'] },
    { name: 'bf_lily', speed: 1, fits: ['bf'] },
    { name: 'ff_siwis', speed: 1, fits: [] },
  ],
  hasUnlistedSpeakers: false,
  problem: null,
};
const SERVICE = {
  ...{ host: 'speech.example', model: 'tts-1', month: '2026-11', refusedAt: null },
  ...{ characters: 12_345, maxCharacters: 100_000, cost: 0.19, maxCost: 5, price: 15 },
};

/** Makes the server report that each narrator has recorded ten articles of five minutes. */
const respondWithReport = (changes: Partial<NarratorsReport> = {}) => {
  const report: NarratorsReport = {
    ...{ engine: KOKORO, version: 3, available: [], service: null, recordAhead: 'new' },
    ...{ popular: 0, articles: 20, speed: 2, bytes: 0, disk: null },
    ...{ active: [], failed: [], failures: 0 },
    narrators: (['af', 'am', 'bf', 'bm'] as const).map((narrator) => ({
      ...{ narrator, fingerprint: 'f', recorded: 10, outdated: 0, seconds: 3000 },
      voice: { speaker: 'af_heart', speed: 0.87 },
    })),
    ...changes,
  };
  server.responses[MEMBER] = createJsonResponder({ id: 'editor' });
  server.responses['GET /studio/narrators'] = createJsonResponder(report);
  server.responses[SAVE] = createJsonResponder({ ...report, version: report.version + 1 });
  return report;
};
/** Returns the narrators' part of a server report in which the British Female narrator has the speaker `name`. */
const createNarratorsWithVoice = (name: string): Pick<NarratorsReport, 'narrators'> => ({
  narrators: respondWithReport().narrators.map((each) =>
    each.narrator === 'bf' ? { ...each, voice: { speaker: name, speed: 0.87 } } : each,
  ),
});
const openScreen = async () => {
  const { unmount } = renderOnPage(<NarratorsScreen />, { queries: createStudioQueryClient() });
  await screen.findByText('American Female');
  return unmount;
};
const getSpeakerField = (name = 'British Female') =>
  screen.getByLabelText<HTMLSelectElement>(`Speaker of ${name}`);
const getSpeedField = (name = 'British Female') =>
  screen.getByLabelText<HTMLInputElement>(`Speed of ${name}`);
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const listBodies = (requestedCall: string) =>
  server.requests.filter(({ call }) => call === requestedCall).map(({ body }) => body);
const tryVoice = async () => {
  await pressButton('Try: British Female');
  await waitForResponses();
};

describe('the voice of a narrator', () => {
  it('is chosen from those that fit first, with the speed at which it sounds best', async () => {
    respondWithReport();
    await openScreen();
    const groups = [...getSpeakerField().querySelectorAll('optgroup')];
    expect(groups.map(({ label }) => label)).toEqual(['British Female', 'Other speakers']);
    expect(
      within(groups[0]!)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['bf_lily']);
    fill(getSpeakerField(), 'bf_lily');
    expect(getSpeedField().value).toBe('1');
    expect(screen.getByText('Now in use: af_heart, speed 0.87')).toBeDefined();
  });

  it('is saved with the version that the editor has seen, after the costs were shown', async () => {
    respondWithReport({ service: SERVICE });
    await openScreen();
    expect(screen.queryByRole('button', { name: 'Save voice' })).toBeNull();
    fill(getSpeakerField(), 'bf_lily');
    expect(
      screen.getByText(/^Saving makes 10 recordings again.* 25 minutes of recording/).textContent,
    ).toContain('60,000 characters ($0.90)');
    await pressButton('Save voice');
    await waitForResponses();
    expect(listBodies(SAVE)).toEqual([
      { version: 3, voices: { bf: { speaker: 'bf_lily', speed: 1 } } },
    ]);
    expect(screen.getByText(/^Saved. New samples come first/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save voice' })).toBeNull();
  });

  it('stays chosen after the editor has left the screen, until it is discarded', async () => {
    respondWithReport();
    const leave = await openScreen();
    fill(getSpeakerField(), 'bf_lily');
    leave();
    const leaveAgain = await openScreen();
    expect(getSpeakerField().value).toBe('bf_lily');
    await pressButton('Discard');
    leaveAgain();
    await openScreen();
    expect(getSpeakerField().value).toBe('af_heart');
  });

  it('is not chosen any more once it is the voice in use, even if that changes later', async () => {
    respondWithReport();
    const leave = await openScreen();
    fill(getSpeakerField(), 'bf_lily');
    fill(getSpeakerField(), 'af_heart');
    leave();
    respondWithReport(createNarratorsWithVoice('bf_lily'));
    await openScreen();
    expect(getSpeakerField().value).toBe('bf_lily');
    expect(screen.queryByRole('button', { name: 'Save voice' })).toBeNull();
  });

  it('is not chosen any more if it was saved after the editor had left the screen', async () => {
    respondWithReport();
    const leave = await openScreen();
    fill(getSpeakerField(), 'bf_lily');
    const saved = Promise.withResolvers<Response>();
    server.responses[SAVE] = () => saved.promise;
    await pressButton('Save voice');
    await expect.poll(() => listBodies(SAVE)).toHaveLength(1);
    leave();
    const report = respondWithReport(createNarratorsWithVoice('bf_lily'));
    saved.resolve(Response.json({ data: report }));
    await waitForResponses();
    respondWithReport(createNarratorsWithVoice('ff_siwis'));
    await openScreen();
    expect(getSpeakerField().value).toBe('ff_siwis');
  });

  it('is chosen separately for each engine and each editor', async () => {
    respondWithReport();
    const leave = await openScreen();
    fill(getSpeakerField(), 'bf_lily');
    leave();
    respondWithReport({ engine: { ...KOKORO, kind: 'service' } });
    const leaveService = await openScreen();
    expect(getSpeakerField().value).toBe('af_heart');
    leaveService();
    respondWithReport();
    server.responses[MEMBER] = createJsonResponder({ id: 'other' });
    await openScreen();
    expect(getSpeakerField().value).toBe('af_heart');
  });

  it('stays in the fields if another editor has changed the settings', async () => {
    respondWithReport();
    await openScreen();
    fill(getSpeakerField(), 'bf_lily');
    respondWithReport({ version: 4 });
    server.responses[SAVE] = createErrorResponder(409, 'Someone else has changed these settings.');
    await pressButton('Save voice');
    await waitForResponses();
    expect(screen.getByText('Someone else has changed these settings.')).toBeDefined();
    expect(getSpeakerField().value).toBe('bf_lily');
    await pressButton('Save voice');
    await waitForResponses();
    expect(listBodies(SAVE)).toMatchObject([{ version: 3 }, { version: 4 }]);
  });

  it('cannot be saved or tried while its speed is invalid', async () => {
    respondWithReport();
    await openScreen();
    for (const value of ['', '0.4', '2.1']) {
      fill(getSpeedField(), value);
      expect(screen.getByText('Enter a number from 0.5 to 2.')).toBeDefined();
      for (const name of ['Save voice', 'Try: British Female'])
        expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
    }
    await pressButton('Discard');
    expect(getSpeedField().value).toBe('0.87');
  });

  it('has a typed name if the service knows more voices than the list', async () => {
    respondWithReport({ engine: { ...KOKORO, kind: 'service', hasUnlistedSpeakers: true } });
    await openScreen();
    fill(getSpeakerField(), '');
    fill(screen.getByLabelText('Name of the speaker of British Female'), ' nova ');
    await pressButton('Save voice');
    expect(listBodies(SAVE)).toMatchObject([{ voices: { bf: { speaker: 'nova', speed: 0.87 } } }]);
  });

  it('has a typed name if the voices of the service are not known', async () => {
    const engine: typeof KOKORO = {
      ...KOKORO,
      kind: 'service',
      hasUnlistedSpeakers: true,
      speakers: [],
    };
    respondWithReport({ engine });
    await openScreen();
    fill(getSpeakerField(), '');
    expect(screen.getByText('Enter the name of a voice.')).toBeDefined();
    fill(getSpeakerField(), 'nova');
    await pressButton('Save voice');
    expect(listBodies(SAVE)).toMatchObject([{ voices: { bf: { speaker: 'nova' } } }]);
  });

  it('has a speed alone if the engine has one speaker for each narrator', async () => {
    const { narrators } = respondWithReport();
    respondWithReport({
      engine: { ...KOKORO, kind: 'built_in', speakers: [] },
      narrators: narrators.map((each) => ({ ...each, voice: { speed: 1 } })),
    });
    await openScreen();
    expect(screen.getByText(/have one speaker for each narrator/)).toBeDefined();
    expect(screen.queryByLabelText(/^Speaker of/)).toBeNull();
    fill(getSpeedField(), '0.9');
    await pressButton('Save voice');
    expect(listBodies(SAVE)).toEqual([{ version: 3, voices: { bf: { speed: 0.9 } } }]);
  });
});

describe('a sentence to try', () => {
  it('is spoken with the chosen voice before it is saved', async () => {
    respondWithReport();
    server.responses[TRY] = () => new Response(new Uint8Array([1]));
    await openScreen();
    fill(getSpeakerField(), 'ff_siwis');
    fill(screen.getByLabelText('A sentence to try'), 'Once upon a time.');
    await tryVoice();
    expect(listBodies(TRY)).toEqual([
      { narrator: 'bf', voice: { speaker: 'ff_siwis', speed: 1 }, text: 'Once upon a time.' },
    ]);
    expect(started).toBe(1);
    expect(screen.getByRole('button', { name: 'Stop: British Female' })).toBeDefined();
    expect(listBodies(SAVE)).toEqual([]);
  });

  it.each([
    [
      'the reason of the server',
      createErrorResponder(409, 'The budget is used up.'),
      'The budget is',
    ],
    ['a sentence while offline', rejectAsOffline, 'you seem to be offline'],
  ])('fails with %s', async (_, response, message) => {
    respondWithReport();
    server.responses[TRY] = response;
    await openScreen();
    await tryVoice();
    expect(screen.getByText(message, { exact: false })).toBeDefined();
    expect(started).toBe(0);
    expect(screen.getByRole('button', { name: 'Try: British Female' })).toBeDefined();
  });
});

describe('the speech service', () => {
  it('is shown with its spending in this month', async () => {
    respondWithReport({ engine: { ...KOKORO, kind: 'service' }, service: SERVICE });
    await openScreen();
    expect(screen.getByText('speech.example')).toBeDefined();
    expect(screen.getByText('12,345 of 100,000 characters, $0.19 of $5.00')).toBeDefined();
    expect(screen.queryByText(/budget of this month/)).toBeNull();
    expect(screen.getByText(/^Trying costs money/)).toBeDefined();
  });

  it('is shown to have stopped if the budget is used up', async () => {
    const refusedAt = '2026-11-20T10:00:00.000Z';
    respondWithReport({ service: { ...SERVICE, month: '2026-12', price: 0, refusedAt } });
    await openScreen();
    expect(screen.getByText(/budget of this month is used up/).textContent).toContain('January 1');
    expect(screen.getByText('12,345 of 100,000 characters')).toBeDefined();
  });
});

it('the time for an article is the same everywhere', async () => {
  respondWithReport();
  await openScreen();
  expect(screen.getByText(/about 3 minutes for an article/)).toBeDefined();
  expect(screen.getByText(/Each takes about 3 minutes of recording/)).toBeDefined();
});
