import { globSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { SpeechEngineKind } from '#domain/studio/narrators.ts';
import type { Config } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import type { EngineChoice } from '#speech/engines/engine.ts';
import {
  type ChosenSpeakerAndSpeed,
  type ChosenVoices,
  canUseVoice,
  computeVoiceFingerprint,
} from '#speech/engines/engine-voices.ts';
import { getSherpaFolder } from '#speech/engines/neural/sherpa-onnx.ts';
import type { NarrationScript } from '#speech/script/narration-script.ts';
import { chooseSpeechSetup, type SpeechSetup } from './choose-speech.ts';
import type { NarrationSettings } from './narration-settings.ts';
import type { VoiceFingerprintsByNarrator, VoicesInUse } from './preparation.ts';
import { createRecorder, type Recorder } from './recorder.ts';

const ENGINE_KINDS: Readonly<Record<EngineChoice['engine'], SpeechEngineKind>> = {
  flite: 'built_in',
  neural: 'neural',
  service: 'service',
};

function getEngineKind({ engine }: EngineChoice): SpeechEngineKind {
  return ENGINE_KINDS[engine];
}

/** Returns the name of the folder that contains an engine's voice model, or null if the engine has no model. */
export function getModelFolderName(choice: EngineChoice | undefined): string | null {
  return choice?.engine === 'neural' ? path.basename(choice.modelFolder) : null;
}

/**
 * The speech engine and the voices that narrations use now. An engine that an editor has chosen takes precedence over
 * the engine that the environment variables select. If this process lacks the chosen engine, it cannot record. It still
 * computes the names of recordings from the chosen voices, so it can serve recordings from other processes.
 */
export class ActiveSpeechEngine implements Recorder, VoicesInUse {
  readonly #environment: SpeechSetup;
  readonly #findSetup: (kind: SpeechEngineKind) => SpeechSetup;
  readonly #createRecorder: (choice: EngineChoice, atOnce: number) => Recorder;
  #setup: SpeechSetup | undefined;
  #recorder: Recorder | undefined;
  #kind: SpeechEngineKind;
  #chosenVoices: ChosenVoices = {};
  #fingerprints: VoiceFingerprintsByNarrator;
  #former: readonly string[] = [];
  #problem: string | undefined;

  /** @param environment the speech engine that the environment variables select */
  constructor(
    config: Config,
    environment: SpeechSetup,
    {
      findSetup = createSetupFinder(config),
      create = (choice: EngineChoice, atOnce: number) => createRecorder(choice, { atOnce }),
    } = {},
  ) {
    this.#environment = environment;
    this.#findSetup = findSetup;
    this.#createRecorder = create;
    this.#setup = environment;
    this.#recorder = create(environment.choice, environment.atOnce);
    this.#recorder.preload?.();
    this.#kind = getEngineKind(environment.choice);
    this.#fingerprints = fingerprintVoices(environment.version, {});
  }

  get kind(): SpeechEngineKind {
    return this.#kind;
  }

  get fingerprints(): VoiceFingerprintsByNarrator {
    return this.#fingerprints;
  }

  get former(): readonly string[] {
    return this.#former;
  }

  /** The largest number of recordings that can run at the same time on this machine without slowing each other down. */
  get atOnce(): number {
    return this.#setup?.atOnce ?? 1;
  }

  /** The speech engine in use, or undefined if this process does not have it. */
  get choice(): EngineChoice | undefined {
    return this.#setup?.choice;
  }

  /** Reason why this process cannot record with the voices in use, or undefined if it can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The kind of engine that the environment variables of this process select. */
  get environmentKind(): SpeechEngineKind {
    return getEngineKind(this.#environment.choice);
  }

  /**
   * Finds a speech engine that is installed or configured on this machine. Throws {@link StartError} if the engine is
   * missing or unusable.
   */
  findSetup(kind: SpeechEngineKind): SpeechSetup {
    return this.#findSetup(kind);
  }

  /**
   * Finds a speech engine that is installed or configured on this machine. Returns undefined if the engine is missing
   * or unusable.
   */
  findSetupIfAvailable(kind: SpeechEngineKind): SpeechSetup | undefined {
    try {
      return this.#findSetup(kind);
    } catch (error) {
      if (error instanceof StartError) return undefined;
      throw error;
    }
  }

  /** Returns the fingerprint of each narrator's voice under the given settings. */
  computeFingerprints(settings: NarrationSettings): VoiceFingerprintsByNarrator {
    const kind = settings.engine ?? this.environmentKind;
    return fingerprintVoices(
      settings.engineVersion ?? this.#environment.version,
      settings.chosenVoices[kind] ?? {},
    );
  }

  /**
   * Applies the editors' narration settings to this process. Returns true if the voices have changed, or if this
   * process has become able or unable to record with them.
   */
  apply(settings: NarrationSettings): boolean {
    const { engine, engineVersion, formerVoices, chosenVoices } = settings;
    this.#kind = engine ?? this.environmentKind;
    this.#chosenVoices = chosenVoices[this.#kind] ?? {};
    this.#former = formerVoices;
    const hadVoices = this.#setup !== undefined;
    this.#chooseSetup(engine, engineVersion ?? this.#environment.version);
    const hasVoices = this.#setup !== undefined;
    const fingerprints = this.computeFingerprints(settings);
    const isSame = isDeepStrictEqual(fingerprints, this.#fingerprints);
    if (!isSame) this.#fingerprints = fingerprints;
    return !isSame || hadVoices !== hasVoices;
  }

  record(...[script, narrator, options]: Parameters<Recorder['record']>) {
    const voice = this.#chosenVoices[narrator];
    return this.#requireRecorder().record(script, narrator, { ...options, voice });
  }

  /**
   * Records a script with the engine in use, in a voice that an editor is trying out. Throws the same errors as
   * {@link record}.
   */
  recordTrial(
    script: NarrationScript,
    narrator: NarratorId,
    voice: ChosenSpeakerAndSpeed,
    signal: AbortSignal,
  ) {
    return this.#requireRecorder().record(script, narrator, { signal, voice });
  }

  #requireRecorder(): Recorder {
    if (!this.#recorder) throw new Error(this.#problem);
    return this.#recorder;
  }

  /**
   * Uses the given engine if this machine has it in the required version and with all chosen speakers. Otherwise, sets
   * `problem` to the reason.
   */
  #chooseSetup(engine: SpeechEngineKind | null, version: string): void {
    const previousSetup = this.#setup;
    this.#setup = this.#problem = undefined;
    try {
      const setup = engine ? this.#findSetup(engine) : this.#environment;
      this.#problem = findProblem(setup, version, this.#chosenVoices);
      if (!this.#problem) this.#setup = setup;
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      this.#problem = error.message;
    }
    if (this.#setup && this.#setup.version === previousSetup?.version) return;
    this.#recorder?.close?.();
    this.#recorder = this.#setup && this.#createRecorder(this.#setup.choice, this.#setup.atOnce);
    this.#recorder?.preload?.();
  }
}

/** Returns the reason why an engine cannot speak with the voices in use, or undefined if it can. */
function findProblem(
  setup: SpeechSetup,
  version: string,
  chosen: ChosenVoices,
): string | undefined {
  if (setup.version !== version)
    return 'The voices in this process’s data folder are not the chosen ones.';
  const missingVoice = Object.values(chosen).find((voice) => !canUseVoice(setup.voices, voice));
  return missingVoice && `The model on this machine has no speaker ${missingVoice.speaker}.`;
}

function fingerprintVoices(version: string, chosen: ChosenVoices): VoiceFingerprintsByNarrator {
  return Object.fromEntries(
    (Object.keys(NARRATORS_BY_ID) as NarratorId[]).map((narrator) => [
      narrator,
      computeVoiceFingerprint(version, chosen[narrator]),
    ]),
  ) as VoiceFingerprintsByNarrator;
}

/**
 * Creates a function that finds a speech engine on this machine. The function throws {@link StartError} if the engine
 * is missing or unusable.
 */
function createSetupFinder(config: Config) {
  return (kind: SpeechEngineKind): SpeechSetup => findSpeechSetup(kind, config);
}

/** Returns the folder of the voice model that is installed in the data folder, or undefined if there is none. */
function findInstalledModel(dataFolder: string): string | undefined {
  const modelsFolder = path.dirname(getSherpaFolder(dataFolder));
  return globSync('*/*.onnx', { cwd: modelsFolder })
    .toSorted()
    .map((file) => path.join(modelsFolder, path.dirname(file)))[0];
}

/**
 * Finds a speech engine that is installed or configured on this machine. Throws {@link StartError} if the engine is
 * missing or unusable.
 */
function findSpeechSetup(kind: SpeechEngineKind, config: Config): SpeechSetup {
  const model = config.NARRATOR_MODEL ?? findInstalledModel(config.DATA_DIR);
  const setup = chooseSpeechSetup({
    ...config,
    NARRATOR_MODEL: kind === 'neural' ? model : undefined,
    NARRATOR_URL: kind === 'service' ? config.NARRATOR_URL : undefined,
  });
  if (getEngineKind(setup.choice) !== kind)
    throw new StartError(
      kind === 'neural'
        ? 'No voice model is installed on this machine.'
        : 'No speech service is configured for this process.',
    );
  return setup;
}
