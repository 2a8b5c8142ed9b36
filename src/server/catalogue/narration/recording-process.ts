/**
 * Entry point of the child process that records scripts. A separate process keeps the speech engine from delaying page
 * requests. The argument is the engine's configuration as JSON. The process exits when its parent process exits.
 */

import type { NarratorId } from '#domain/narrators.ts';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import { openBuiltInVoices } from '#speech/engines/built-in-voices.ts';
import {
  createEngineWithChosenVoice,
  type EngineChoice,
  type SpeechEngine,
} from '#speech/engines/engine.ts';
import type { ChosenSpeakerAndSpeed } from '#speech/engines/engine-voices.ts';
import { openNeuralEngine } from '#speech/engines/neural/neural-engine.ts';
import { openServiceEngine, type RequestSpeech } from '#speech/engines/service/service-engine.ts';
import { type RecordingChunk, type RecordingLength, synthesizeScript } from '#speech/recording.ts';
import type { NarrationScript } from '#speech/script/narration-script.ts';
import { RecordingThrottle } from './cpu-throttle.ts';
import { type SpeechRequest, SpeechRequester, type SpeechResponse } from './speech-messages.ts';

/** A request for a recording. */
export interface RecordingRequest {
  script: NarrationScript;
  narrator: NarratorId;
  /** The voice that an editor has chosen for the narrator, or undefined for the engine's default voice. */
  voice: ChosenSpeakerAndSpeed | undefined;
}

/**
 * A message to a recording process about the recording with the given ID:
 * - `start` starts the recording. The process records its parts only on request.
 * - `continue` requests the next part. If `isThrottled` is true, the process may pause before it records the part.
 * - `speech` responds to a request for the audio of a sentence.
 * - `stop` discards the recording.
 */
export type RecordingProcessRequest = { id: number } & (
  | { kind: 'start'; request: RecordingRequest }
  | { kind: 'continue'; isThrottled: boolean }
  | { kind: 'speech'; speech: SpeechResponse }
  | { kind: 'stop' }
);

/**
 * A message from a recording process about the recording with the given ID. The response to each `continue` message is
 * the next part, the length of the complete recording, or an error message. Before the response, the process may
 * request the audio of sentences.
 */
export type RecordingProcessResponse = { id: number } & (
  | { speech: SpeechRequest }
  | RecordingResult
);

/** The response of a recording process to a `continue` message. */
export type RecordingResult =
  | { part: RecordingChunk }
  | { recording: RecordingLength }
  | { error: string };

serveRecordings(JSON.parse(process.argv[2]!));

/** A recording in progress in this process. */
interface RecordingInProgress {
  parts: AsyncGenerator<RecordingChunk, RecordingLength>;
  speechRequester: SpeechRequester;
  throttle: RecordingThrottle;
}

/** Handles the parent process's requests for recordings. Exits when the parent process exits. */
function serveRecordings(choice: EngineChoice): void {
  const createEngine = openEngine(choice);
  // Prevents an unhandled rejection if the engine cannot be opened. Each recording reports this error to the parent
  // process.
  createEngine.catch(() => {});
  const recordings = new Map<number, RecordingInProgress>();

  const start = (id: number, { script, narrator, voice }: RecordingRequest) => {
    const speechRequester = new SpeechRequester((speech) => respond({ id, speech }));
    const makeParts = async function* () {
      const engine = (await createEngine)((...sentence) => speechRequester.request(...sentence));
      return yield* synthesizeScript(script, narrator, createEngineWithChosenVoice(engine, voice));
    };
    recordings.set(id, { parts: makeParts(), speechRequester, throttle: new RecordingThrottle() });
  };

  const makeNextPart = async (id: number, isThrottled: boolean): Promise<RecordingResult> => {
    const { parts, throttle } = recordings.get(id)!;
    try {
      await throttle.pauseBeforePart({ isThrottled });
      const next = await parts.next();
      if (!next.done) {
        throttle.add(next.value);
        return { part: next.value };
      }
      recordings.delete(id);
      return { recording: next.value };
    } catch (error) {
      recordings.delete(id);
      return { error: getErrorMessage(error) };
    }
  };

  process.on('message', async (message: RecordingProcessRequest) => {
    const { id, kind } = message;
    if (kind === 'start') start(id, message.request);
    else if (kind === 'speech') recordings.get(id)?.speechRequester.receive(message.speech);
    else if (kind === 'stop') recordings.delete(id);
    else respond({ id, ...(await makeNextPart(id, message.isThrottled)) });
  });
  process.once('disconnect', () => process.exit());
}

/**
 * Opens the chosen speech engine, and returns a function that provides the engine to each recording. If the engine is a
 * speech service, the argument of this function is the callback with which the recording requests the audio of its
 * sentences. Rejects with a message for the operator if the engine cannot be opened. A damaged model can also crash the
 * process.
 */
async function openEngine(
  choice: EngineChoice,
): Promise<(requestSpeech: RequestSpeech) => SpeechEngine> {
  if (choice.engine === 'service') return (request) => openServiceEngine(choice, request);
  const engine =
    choice.engine === 'flite'
      ? await openBuiltInVoices()
      : openNeuralEngine(choice.modelFolder, choice.moduleFolder);
  return () => engine;
}

function respond(response: RecordingProcessResponse): void {
  // Sending fails if the channel is closed. The empty callback prevents an unhandled error. The `disconnect` event then
  // ends the process.
  process.send!(response, undefined, undefined, () => {});
}
