import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { addWaveHeader } from '#speech/engines/service/wave.ts';

/** A speech request that the test speech service has received. */
export interface ReceivedSpeechRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: { input: string; voice: string; model: string; response_format: string } & Record<
    string,
    unknown
  >;
}

/** A function that sends the response to a speech request. */
export type SpeechBehavior = (
  response: ServerResponse,
  request: ReceivedSpeechRequest,
) => void | Promise<void>;

/**
 * The pace of the generated hum, in letters of the requested text per second. Octavo rejects more than 40 letters per
 * second as implausible.
 */
export const HUM_LETTERS_PER_SECOND = 30;

/** A local speech service for tests. It responds with a hum instead of speech. */
export interface SpeechStandIn {
  /** Base URL of the service, used as the value of `NARRATOR_URL`. */
  url: string;
  /** All requests, in the order in which they arrived. */
  requests: ReceivedSpeechRequest[];
  /** The largest number of requests that were in progress at the same time. */
  peakConcurrentRequests: number;
  /**
   * Returns the behavior for a request. `number` is the index of the request, counted from 0. By default, and if the
   * function returns `undefined`, the response is a hum.
   */
  behave: (request: ReceivedSpeechRequest, number: number) => SpeechBehavior | undefined;
  /** Returns the texts of all received requests. */
  listRequestedTexts(): string[];
  /** Clears the list of requests and resets the behavior to the default. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts the test speech service on a free port. */
export async function startSpeechStandIn(): Promise<SpeechStandIn> {
  let activeCount = 0;
  const server = createServer(async (request, response) => {
    activeCount += 1;
    standIn.peakConcurrentRequests = Math.max(standIn.peakConcurrentRequests, activeCount);
    response.once('close', () => {
      activeCount -= 1;
    });
    const received = await readRequest(request);
    standIn.requests.push(received);
    const behavior = standIn.behave(received, standIn.requests.length - 1) ?? sendHumAsWav();
    // Sending fails if the client has closed the connection. This failure is ignored.
    await Promise.resolve(behavior(response, received)).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: SpeechStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    peakConcurrentRequests: 0,
    behave: () => undefined,
    listRequestedTexts: () => standIn.requests.map(({ body }) => body.input),
    reset() {
      standIn.requests.length = 0;
      standIn.peakConcurrentRequests = 0;
      standIn.behave = () => undefined;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

interface SpeakOptions {
  sampleRate?: number;
  /** Milliseconds to wait before the response. */
  after?: number;
  /** Audio size, in bytes, that the WAV header states. Default: the real size. */
  statedSize?: number;
  /** Fraction of the audio, from 0 to 1, that is sent. The response then ends as if it were complete. */
  share?: number;
}

/** Sends a WAV file with a hum. */
export function sendHumAsWav({
  sampleRate = 24_000,
  after = 0,
  statedSize,
  share = 1,
}: SpeakOptions = {}) {
  return async (response: ServerResponse, { body }: ReceivedSpeechRequest) => {
    if (after) await wait(after);
    const wave = addWaveHeader(hum(body.input, sampleRate), sampleRate);
    if (statedSize !== undefined) new DataView(wave.buffer).setUint32(40, statedSize, true);
    const length = 44 + share * (wave.length - 44);
    response.writeHead(200, { 'content-type': 'audio/wav' });
    response.end(wave.subarray(0, length - (length % 2)));
  };
}

/** Sends the samples of a hum without a WAV header. */
export function sendHumAsPcm(contentType: string, sampleRate: number): SpeechBehavior {
  return (response, { body }) => {
    response.writeHead(200, { 'content-type': contentType }).end(hum(body.input, sampleRate));
  };
}

/** Sends a WAV file of silence. */
export const sendSilenceAsWav: SpeechBehavior = (response, { body }) => {
  const silence = new Uint8Array(hum(body.input, 24_000).length);
  response.writeHead(200, { 'content-type': 'audio/wav' }).end(addWaveHeader(silence, 24_000));
};

/** Sends a response with a status, a body and headers. */
export function sendFixedResponse(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): SpeechBehavior {
  return (response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Leaves the request unanswered. */
export const neverRespond: SpeechBehavior = () => {};

/** Closes the connection before the response, or after part of the audio. */
export function closeConnection({ afterPart = false } = {}): SpeechBehavior {
  return (response, { body }) => {
    if (!afterPart) return void response.destroy();
    const wave = addWaveHeader(hum(body.input, 24_000), 24_000);
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': wave.length });
    response.write(wave.subarray(0, 2000), () => response.destroy());
  };
}

/** Sends a byte at the given interval, and never ends the response. */
export function sendBytesSlowly(milliseconds: number): SpeechBehavior {
  return async (response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' });
    while (!response.destroyed) {
      response.write('R');
      await wait(milliseconds);
    }
  };
}

/** Sends audio as fast as the client reads it, and never ends the response. */
export const sendEndlessAudio: SpeechBehavior = async (response) => {
  const wave = addWaveHeader(hum('a long sentence', 24_000), 24_000);
  response.writeHead(200, { 'content-type': 'audio/wav' });
  const closed = once(response, 'close');
  while (!response.destroyed)
    if (!response.write(wave)) await Promise.race([once(response, 'drain'), closed]);
};

async function readRequest(request: IncomingMessage): Promise<ReceivedSpeechRequest> {
  const { method = '', url: path = '', headers } = request;
  const body = (await json(request)) as ReceivedSpeechRequest['body'];
  return { method, path, authorization: headers.authorization, body };
}

/** Returns the 16-bit samples of a hum whose volume rises and falls as if it had syllables. */
function hum(text: string, sampleRate: number): Uint8Array {
  const samples = Int16Array.from(
    { length: (text.length * sampleRate) / HUM_LETTERS_PER_SECOND },
    (_, index) => {
      const seconds = index / sampleRate;
      const syllable = Math.sin(4 * Math.PI * seconds) ** 2;
      return 10_000 * syllable * Math.sin(2 * Math.PI * 200 * seconds);
    },
  );
  return new Uint8Array(samples.buffer);
}
