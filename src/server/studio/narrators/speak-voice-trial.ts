import type { VoiceTrialRequest } from '#domain/studio/narrators.ts';
import type { ActiveSpeechEngine } from '#server/catalogue/narration/active-speech-engine.ts';
import { SpeechServiceError } from '#server/catalogue/narration/speech-service/speech-client.ts';
import { SpeechBudgetError } from '#server/catalogue/narration/speech-service/spending.ts';
import type { VoiceTrialService } from '#server/catalogue/narration/voice-trial-service.ts';
import { BusyError, ConflictError } from '#server/platform/errors.ts';
import { assertEngineHasSpeakersOfVoices } from './change-settings.ts';

/** The number of seconds after which an editor should try a voice again if the speech service has failed. */
const SERVICE_RETRY_AFTER = 30;

/**
 * Speaks a test sentence with a voice of the current speech engine, and returns an MP3 file. Throws
 * {@link ConflictError} if the sentence cannot be spoken, and {@link BusyError} if another attempt may succeed.
 */
export async function speakVoiceTrial(
  speech: ActiveSpeechEngine,
  trials: VoiceTrialService,
  { narrator, voice, text }: VoiceTrialRequest,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (speech.problem) throw new ConflictError(speech.problem);
  assertEngineHasSpeakersOfVoices(speech.findSetup(speech.kind).voices, [voice]);
  try {
    return await trials.speak({ narrator, voice, text }, signal);
  } catch (error) {
    if (error instanceof SpeechBudgetError) throw new ConflictError(error.message);
    if (!(error instanceof SpeechServiceError)) throw error;
    throw error.failure.isTransient
      ? new BusyError(error.message, SERVICE_RETRY_AFTER)
      : new ConflictError(error.message);
  }
}
