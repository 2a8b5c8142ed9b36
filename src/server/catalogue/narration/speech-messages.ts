import type { NarratorId } from '#domain/narrators.ts';
import type { ChosenSpeakerAndSpeed } from '#speech/engines/engine-voices.ts';

/**
 * A message from a recording process that requests the audio of a sentence. Recording processes send it only if the
 * engine is a speech service.
 */
export interface SpeechRequest {
  id: number;
  words: string;
  narrator: NarratorId;
}

/** The response to a {@link SpeechRequest}: a WAV file, or an error message. */
export type SpeechResponse = { id: number } & ({ wave: Uint8Array } | { error: string });

/** Requests the audio of sentences from the parent process, and matches the responses with the requests. */
export class SpeechRequester {
  readonly #send: (request: SpeechRequest) => void;
  readonly #pending = new Map<number, PromiseWithResolvers<Uint8Array>>();
  #lastId = 0;

  constructor(send: (request: SpeechRequest) => void) {
    this.#send = send;
  }

  request(words: string, narrator: NarratorId): Promise<Uint8Array> {
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<Uint8Array>();
    this.#pending.set(id, pending);
    this.#send({ id, words, narrator });
    return pending.promise;
  }

  receive(response: SpeechResponse): void {
    const pending = this.#pending.get(response.id);
    this.#pending.delete(response.id);
    if ('error' in response) pending?.reject(new Error(response.error));
    else pending?.resolve(response.wave);
  }
}

/**
 * A function that requests the audio of a sentence from a speech service and returns it as a WAV file. If `voice` is
 * undefined, the service uses the narrator's default voice.
 */
export type SynthesizeSentence = (
  words: string,
  narrator: NarratorId,
  voice: ChosenSpeakerAndSpeed | undefined,
  signal: AbortSignal,
) => Promise<Uint8Array>;

/** Responds to the audio requests that a recording's {@link SpeechRequester} sends, until the recording ends. */
export class SpeechResponder {
  readonly #send: (response: SpeechResponse) => void;
  readonly #speak: SynthesizeSentence | undefined;
  readonly #voice: ChosenSpeakerAndSpeed | undefined;
  readonly #ended = new AbortController();
  readonly #errors: Error[] = [];

  /** @param voice the voice that an editor has chosen for the recording */
  constructor(
    send: (response: SpeechResponse) => void,
    speak: SynthesizeSentence | undefined,
    voice: ChosenSpeakerAndSpeed | undefined,
  ) {
    this.#send = send;
    this.#speak = speak;
    this.#voice = voice;
  }

  /** Requests the audio of a sentence from the service, and sends it to the recording. */
  async respond({ id, words, narrator }: SpeechRequest): Promise<void> {
    try {
      const wave = await this.#speak!(words, narrator, this.#voice, this.#ended.signal);
      this.#send({ id, wave });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.#errors.push(error);
      this.#send({ id, error: error.message });
    }
  }

  /** Cancels the recording's requests that have not been sent to the service yet. */
  end(): void {
    this.#ended.abort(new Error('The recording has ended.'));
  }

  /**
   * Returns the error object for an error message that the recording process reports. If a request to the speech
   * service has failed with this message, returns the original error, because the process receives and reports only its
   * message. Otherwise, returns a new error.
   */
  findError(message: string): Error {
    return this.#errors.find((error) => error.message === message) ?? new Error(message);
  }
}
