import pLimit from 'p-limit';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { BusyError } from '#server/platform/errors.ts';
import { concatBytes } from '#speech/encoding/bytes.ts';
import { buildMp3File } from '#speech/encoding/mp3-file.ts';
import type { ChosenSpeakerAndSpeed } from '#speech/engines/engine-voices.ts';
import type { Lexicon } from '#speech/script/lexicon.ts';
import { buildTextScript } from '#speech/script/narration-script.ts';
import type { ActiveSpeechEngine } from './active-speech-engine.ts';

/** Maximum number of trials that may wait while another trial is running. */
const MAX_WAITING = 3;
/** Maximum time in milliseconds for one trial, including the time spent waiting for other trials. */
const TIME_LIMIT = 50_000;

/** A sentence that an editor wants to hear, and the voice to try. */
export interface VoiceTrialSpec {
  narrator: NarratorId;
  voice: ChosenSpeakerAndSpeed;
  text: string;
}

/**
 * Synthesizes sentences with voices that editors try out before they choose one. Uses the same pronunciations as
 * narrations, and does not store the audio. A process synthesizes one trial at a time, in a low-priority recording
 * process. Trials do not wait for the recordings that listeners have requested.
 */
export class VoiceTrialService {
  readonly #speech: Pick<ActiveSpeechEngine, 'recordTrial'>;
  readonly #lexicon: Lexicon;
  readonly #slot = pLimit(1);
  readonly #timeLimit: number;

  constructor(
    speech: Pick<ActiveSpeechEngine, 'recordTrial'>,
    lexicon: Lexicon,
    { timeLimit = TIME_LIMIT } = {},
  ) {
    this.#speech = speech;
    this.#lexicon = lexicon;
    this.#timeLimit = timeLimit;
  }

  /**
   * Returns the spoken sentence as an MP3 file. Throws {@link BusyError} if too many trials are waiting or the
   * synthesis takes too long. Also throws the abort reason of `signal` and errors from the speech engine.
   */
  async speak(trial: VoiceTrialSpec, signal: AbortSignal): Promise<Uint8Array> {
    if (this.#slot.pendingCount >= MAX_WAITING)
      throw new BusyError('Other voices are being tried right now. Try again in a moment.', 10);
    const timeout = AbortSignal.timeout(this.#timeLimit);
    const trialSignal = AbortSignal.any([signal, timeout]);
    try {
      return await this.#slot(() => this.#record(trial, trialSignal));
    } catch (error) {
      if (!timeout.aborted || signal.aborted) throw error;
      throw new BusyError(
        `The voice took longer than ${this.#timeLimit / 1000} seconds. Try again, or try a shorter sentence.`,
        10,
      );
    }
  }

  async #record(
    { narrator, voice, text }: VoiceTrialSpec,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    signal.throwIfAborted();
    const { name } = NARRATORS_BY_ID[narrator];
    const script = buildTextScript(name, text, this.#lexicon);
    const parts = this.#speech.recordTrial(script, narrator, voice, signal);
    const frames: Uint8Array[] = [];
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) frames.push(next.value.frames);
    const content = { title: name, author: 'Octavo', narrator: name, chapters: [] };
    return buildMp3File(concatBytes(frames), next.value.samples, content);
  }
}
