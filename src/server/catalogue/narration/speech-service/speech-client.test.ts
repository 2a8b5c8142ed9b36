import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  closeConnection,
  HUM_LETTERS_PER_SECOND,
  neverRespond,
  type SpeechBehavior,
  sendBytesSlowly,
  sendEndlessAudio,
  sendFixedResponse,
  sendHumAsPcm,
  sendHumAsWav,
  sendSilenceAsWav,
  startSpeechStandIn,
} from '#server/testing/speech-stand-in.ts';
import type { ServiceVoice } from '#speech/engines/service/service-voices.ts';
import { getWaveSeconds, parseWave } from '#speech/engines/service/wave.ts';
import {
  requestSpeech,
  type SpeechServiceAccess,
  SpeechServiceError,
  type SpeechTimeouts,
} from './speech-client.ts';

const standIn = await startSpeechStandIn();
beforeEach(() => standIn.reset());
afterAll(() => standIn.close());

const WORDS = 'The door opened slowly, and nobody came in.';
const NEVER_ABORTED = new AbortController().signal;
const access: SpeechServiceAccess = {
  endpoint: `${standIn.url}/audio/speech`,
  key: 'sk-secret-51H8',
  model: 'tts-1',
};
const NOVA = { voice: 'nova', speed: 1 };
const SHIMMER = { voice: 'shimmer', speed: 0.95, instructions: 'Softly.' };

const request = (voice: ServiceVoice = NOVA, signal = NEVER_ABORTED, timeouts?: SpeechTimeouts) =>
  requestSpeech(access, WORDS, voice, signal, timeouts);

async function requestAndCatch(
  behavior: SpeechBehavior,
  timeouts?: SpeechTimeouts,
): Promise<SpeechServiceError> {
  standIn.behave = () => behavior;
  const error = await request(NOVA, NEVER_ABORTED, timeouts).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SpeechServiceError);
  return error as SpeechServiceError;
}

describe('a request to a speech service', () => {
  it('has OpenAI’s format', async () => {
    await request();
    expect(standIn.requests).toEqual([
      {
        method: 'POST',
        path: '/v1/audio/speech',
        authorization: 'Bearer sk-secret-51H8',
        body: { model: 'tts-1', input: WORDS, voice: 'nova', response_format: 'wav' },
      },
    ]);
    await request(SHIMMER);
    expect(standIn.requests[1]!.body).toMatchObject({ speed: 0.95, instructions: 'Softly.' });
  });

  it('has no authorization without a key', async () => {
    await requestSpeech({ ...access, key: undefined }, WORDS, NOVA, NEVER_ABORTED);
    expect(standIn.requests[0]!.authorization).toBeUndefined();
  });

  it.each<[string, SpeechBehavior]>([
    ['of any sample rate', sendHumAsWav({ sampleRate: 48_000 })],
    ['of unknown length', sendHumAsWav({ statedSize: 0xffffffff })],
    ['as PCM', sendHumAsPcm('audio/pcm', 24_000)],
    ['as PCM with a sample rate', sendHumAsPcm('audio/pcm; rate=16000', 16_000)],
  ])('returns speech %s as a WAV file', async (_, behavior) => {
    standIn.behave = () => behavior;
    expect(getWaveSeconds(parseWave(await request()))).toBeCloseTo(
      WORDS.length / HUM_LETTERS_PER_SECOND,
      3,
    );
  });

  it('ends with the reason of its signal', async () => {
    standIn.behave = () => neverRespond;
    await expect(request(NOVA, AbortSignal.timeout(50))).rejects.toThrow(
      'The operation was aborted due to timeout',
    );
  });
});

describe('a failed request to a speech service', () => {
  it.each<[string, SpeechBehavior, string]>([
    [
      'a wrong key',
      sendFixedResponse(401, '{"error":{"message":"Incorrect API key provided: sk-secret-51H8."}}'),
      'The speech service does not accept NARRATOR_KEY: Incorrect API key provided: ….',
    ],
    ['a forbidden request', sendFixedResponse(403, ''), 'does not accept NARRATOR_KEY: status 403'],
    [
      'an unknown model',
      sendFixedResponse(404, '{"detail":"No model x."}'),
      'NARRATOR_SERVICE_MODEL or the',
    ],
    [
      'an unknown voice',
      sendFixedResponse(400, '{"error":{"message":"Voice\\nnova not found"}}'),
      'The speech service rejects the request: Voice nova not found',
    ],
    [
      'an empty account',
      sendFixedResponse(429, '{"error":{"message":"Pay.","code":"insufficient_quota"}}'),
      'The speech service has no credit left: Pay.',
    ],
  ])('is final and free for %s', async (_, behavior, message) => {
    const error = await requestAndCatch(behavior);
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('51H8');
    expect(error.failure).toMatchObject({ isTransient: false, mayBeBilled: false });
  });

  it.each<[string, SpeechBehavior, string]>([
    ['too many requests', sendFixedResponse(429, ''), 'has too many requests: status 429'],
    [
      'a broken service',
      sendFixedResponse(500, '<html>oops</html>'),
      'has failed: <html>oops</html>',
    ],
    ['an overloaded service', sendFixedResponse(529, 'busy'), 'has failed: busy'],
  ])('may succeed later and is free for %s', async (_, behavior, message) => {
    const error = await requestAndCatch(behavior);
    expect(error.message).toContain(message);
    expect(error.failure).toMatchObject({ isTransient: true, mayBeBilled: false });
  });

  it.each<[string, SpeechBehavior, string]>([
    ['a closed connection', closeConnection(), 'cannot be reached'],
    [
      'a connection closed in the middle',
      closeConnection({ afterPart: true }),
      'cannot be reached',
    ],
    ['less audio than stated', sendHumAsWav({ share: 0.5 }), 'is not usable: It sent'],
    [
      'audio of unknown length that is too short',
      sendHumAsWav({ share: 0.1, statedSize: 0xffffffff }),
      'It sent 0.1 seconds of audio for 34 letters.',
    ],
    ['silence', sendSilenceAsWav, 'is not usable: It sent silence.'],
  ])('may succeed later and be billed for %s', async (_, behavior, message) => {
    const error = await requestAndCatch(behavior);
    expect(error.message).toContain(message);
    expect(error.failure).toMatchObject({ isTransient: true, mayBeBilled: true });
  });

  it.each<[string, SpeechBehavior, SpeechTimeouts, string]>([
    [
      'that never begins',
      neverRespond,
      { whole: 60_000, idle: 300 },
      'The speech service has sent nothing for 0.3 seconds.',
    ],
    [
      'that drips',
      sendBytesSlowly(20),
      { whole: 600, idle: 30_000 },
      'The speech service has not sent the whole sentence within 0.6 seconds.',
    ],
  ])('ends after a time limit for a response %s', async (_, behavior, timeouts, message) => {
    const error = await requestAndCatch(behavior, timeouts);
    expect(error.message).toBe(message);
    expect(error.failure).toMatchObject({ isTransient: true, mayBeBilled: true });
  });

  it.each<[string, SpeechBehavior, string]>([
    [
      'a web page',
      sendFixedResponse(200, '<!doctype html>'),
      'It sent a web page instead of WAV audio.',
    ],
    ['JSON', sendFixedResponse(200, '{"audio":""}'), 'It sent JSON instead of WAV audio.'],
    [
      'MP3',
      sendFixedResponse(200, Uint8Array.of(0xff, 0xf3, 0xa4, 0xc4)),
      'It sent MP3 audio instead of',
    ],
    ['audio without an end', sendEndlessAudio, 'It sent more than 16 megabytes for one sentence.'],
  ])('is final and may be billed for %s', async (_, behavior, message) => {
    standIn.behave = () => behavior;
    const error = await requestSpeech(access, WORDS, NOVA, NEVER_ABORTED).catch((thrown) => thrown);
    expect(error.message).toContain(message);
    expect(error.failure).toMatchObject({ isTransient: false, mayBeBilled: true });
  });

  it('is final for speech that is far too long', async () => {
    standIn.behave = () => (response, received) =>
      sendHumAsWav()(response, {
        ...received,
        body: { ...received.body, input: 'x'.repeat(1200) },
      });
    const error = await request().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failure: { isTransient: false, mayBeBilled: true } });
  });

  it('may succeed later and is free if there is no connection', async () => {
    const closedStandIn = await startSpeechStandIn();
    await closedStandIn.close();
    const endpoint = `${closedStandIn.url}/audio/speech`;
    const error = await requestSpeech({ ...access, endpoint }, WORDS, NOVA, NEVER_ABORTED).catch(
      (thrown) => thrown,
    );
    expect(error.message).toContain('cannot be reached: connect ECONNREFUSED');
    expect(error.failure).toMatchObject({ isTransient: true, mayBeBilled: false });
  });

  it('does not send the key to another server', async () => {
    const otherStandIn = await startSpeechStandIn();
    const location = `${otherStandIn.url}/audio/speech`;
    const error = await requestAndCatch(sendFixedResponse(307, '', { location }));
    expect(error.message).toContain('redirect');
    expect(otherStandIn.requests).toEqual([]);
    await otherStandIn.close();
  });

  it.each<[string, number | undefined]>([
    ['7', 7],
    ['soon', undefined],
    ['-1', undefined],
  ])('has the seconds in its header Retry-After: %s', async (header, seconds) => {
    const error = await requestAndCatch(sendFixedResponse(429, '', { 'retry-after': header }));
    expect(error.failure.retryAfter).toBe(seconds);
  });

  it('has the seconds until the date in its header Retry-After', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const error = await requestAndCatch(sendFixedResponse(503, '', { 'retry-after': date }));
    expect(error.failure.retryAfter).toBeGreaterThan(3000);
    expect(error.failure.retryAfter).toBeLessThanOrEqual(3600);
  });
});
