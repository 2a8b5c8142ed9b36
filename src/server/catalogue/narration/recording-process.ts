/**
 * Entry point of the child process that records scripts. A separate process keeps the speech engine from delaying page
 * requests. The argument is the configuration of the engine as JSON. The process exits when its parent process exits.
 */

import type { NarratorId } from '#domain/narrators.ts';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import { openBuiltInVoices } from '#speech/engines/built-in-voices.ts';
import {
  createEngineWithChosenVoice,
  type EngineChoice,
  type SpeechEngine,
} from '#speech/engines/engine.ts';
import type { ChosenVoice } from '#speech/engines/engine-voices.ts';
import { openNeuralEngine } from '#speech/engines/neural/neural-engine.ts';
import { openServiceEngine, type RequestSpeech } from '#speech/engines/service/service-engine.ts';
import { type RecordingChunk, type RecordingLength, synthesizeScript } from '#speech/recording.ts';
import type { NarrationScript } from '#speech/script/narration-script.ts';
import { RecordingThrottle } from './cpu-throttle.ts';
import { type SpeechRequest, SpeechRequester, type SpeechResponse } from './speech-messages.ts';

/** A message to a recording process that requests a recording. The process makes one recording at a time. */
export interface RecordingRequest {
  script: NarrationScript;
  narrator: NarratorId;
  /** The voice that an editor has chosen for the narrator, or undefined for the engine's default voice. */
  voice: ChosenVoice | undefined;
}

/** A message to a recording process that ends the throttling of the recording in progress. */
export type UnthrottleMessage = 'unthrottle';

/**
 * A message from a recording process in response to a {@link RecordingRequest}. The process sends each part of the
 * recording in order, followed by the length of the recording or an error message. Between the parts, it may request
 * the audio of a sentence.
 */
export type RecordingMessage =
  | { speech: SpeechRequest }
  | { part: RecordingChunk }
  | { recording: RecordingLength }
  | { error: string };

serveRecordings(JSON.parse(process.argv[2]!));

/** Makes the recordings that the parent process requests, one at a time. Exits when the parent process exits. */
function serveRecordings(choice: EngineChoice): void {
  const speechRequester = new SpeechRequester((speech) => respond({ speech }));
  const engine = openEngine(choice, (words, narrator) => speechRequester.request(words, narrator));
  // Prevents an unhandled rejection. Each recording reports the error to the parent process.
  engine.catch(() => {});
  const throttle = new RecordingThrottle();
  let isUnthrottled = false;

  process.on(
    'message',
    async (request: RecordingRequest | { speech: SpeechResponse } | UnthrottleMessage) => {
      if (typeof request === 'object' && 'speech' in request)
        return speechRequester.receive(request.speech);
      isUnthrottled = request === 'unthrottle';
      if (request === 'unthrottle') return;
      const { script, narrator, voice } = request;
      try {
        const parts = synthesizeScript(
          script,
          narrator,
          createEngineWithChosenVoice(await engine, voice),
        );
        throttle.start();
        let next = await parts.next();
        for (; !next.done; next = await parts.next()) {
          respond({ part: next.value });
          await throttle.pauseAfter(next.value, { isThrottled: !isUnthrottled });
        }
        respond({ recording: next.value });
      } catch (error) {
        respond({ error: getErrorMessage(error) });
      }
    },
  );
  process.once('disconnect', () => process.exit());
}

/**
 * Opens a speech engine. Rejects with a message for the operator if this fails. A damaged model can also crash the
 * process.
 */
async function openEngine(
  choice: EngineChoice,
  requestSpeech: RequestSpeech,
): Promise<SpeechEngine> {
  switch (choice.engine) {
    case 'flite':
      return openBuiltInVoices();
    case 'neural':
      return openNeuralEngine(choice.modelFolder, choice.moduleFolder);
    case 'service':
      return openServiceEngine(choice, requestSpeech);
  }
}

function respond(message: RecordingMessage): void {
  // Sending fails if the channel is closed. The empty callback prevents an unhandled error. The `disconnect` event then
  // ends the process.
  process.send!(message, undefined, undefined, () => {});
}
