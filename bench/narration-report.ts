import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { EngineChoice } from '#speech/engines/engine.ts';
import { TARGET_LOUDNESS_IN_LUFS } from '#speech/mastering/loudness.ts';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';
import { SECTION_CUE_LOUDNESS_IN_LUFS } from '#speech/section-cue.ts';
import { median } from './benchmark-processes.ts';
import type { NarrationQualityMetrics } from './narration-metrics.ts';
import type { RecordingProcessUsage } from './recording-processes.ts';
import {
  formatMegabytes,
  formatThreeSignificantDigits,
  type LimitCheck,
  type ReportTable,
} from './report.ts';
import type { SpeechRecognizer } from './speech-recognizer.ts';

export interface MeasuredNarration extends NarrationQualityMetrics {
  article: string;
  /** The word error rates in the measured passages, one for each speech recognizer. */
  wordErrors: readonly number[];
}

/** The measured narrations of one narrator. */
export interface NarratorMeasurements {
  measured: readonly MeasuredNarration[];
  /** The length, in seconds, of the audio that was recorded in this run. */
  made: number;
  /** The wall-clock time that the narrator's recordings in this run took, in seconds. */
  took: number;
  recorders: RecordingProcessUsage;
}

export type MeasurementsByNarrator = ReadonlyMap<NarratorId, NarratorMeasurements>;

type Figure = {
  [Key in keyof MeasuredNarration]-?: MeasuredNarration[Key] extends number ? Key : never;
}[keyof MeasuredNarration];

/** Builds the table of all measurements for the report, with a column for each narrator. */
export function buildNarrationTable(
  measurementsByNarrator: MeasurementsByNarrator,
  concurrency: number,
  recognizers: readonly SpeechRecognizer[],
): ReportTable {
  const rows: Readonly<Record<string, (metrics: NarratorMeasurements) => string>> = {
    narrations: ({ measured }) => String(measured.length),
    'hours in all': (metrics) =>
      formatThreeSignificantDigits(sum(listValues(metrics, 'seconds')) / 3600),
    'minutes, shortest to longest': (metrics) =>
      formatRange(listValues(metrics, 'seconds').map((seconds) => seconds / 60)),
    'longest preview, seconds': (metrics) =>
      formatThreeSignificantDigits(findMax(metrics, 'previewSeconds')),
    'lengths off the sound, %, worst': (metrics) =>
      formatThreeSignificantDigits(100 * findMax(metrics, 'deviation')),
    'largest deviation of the timings, ms': (metrics) =>
      formatThreeSignificantDigits(1000 * findMax(metrics, 'drift')),
    'sentence off its time, ms, worst': (metrics) =>
      formatThreeSignificantDigits(1000 * findMax(metrics, 'maxTimingError')),
    'times out of order': (metrics) => String(sum(listValues(metrics, 'invalidTimingCount'))),
    'loudness, LUFS': (metrics) => formatRange(listValues(metrics, 'loudness')),
    'true peak, dB, worst': (metrics) => formatThreeSignificantDigits(findMax(metrics, 'truePeak')),
    'clipped samples': (metrics) => String(sum(listValues(metrics, 'clippedSamples'))),
    'longest silence, seconds': (metrics) =>
      formatThreeSignificantDigits(findMax(metrics, 'longestSilence')),
    'pauses between sentences, seconds': (metrics) =>
      `${findMin(metrics, 'shortestPause').toFixed(2)} to ${findMax(metrics, 'longestPause').toFixed(2)}`,
    'pauses between paragraphs, seconds': (metrics) =>
      `${findMin(metrics, 'shortestPassagePause').toFixed(2)} to ${findMax(metrics, 'longestPassagePause').toFixed(2)}`,
    'pauses between sections, seconds': (metrics) =>
      `${findMin(metrics, 'shortestSectionPause').toFixed(2)} to ${findMax(metrics, 'longestSectionPause').toFixed(2)}`,
    'cues between sections, LUFS': (metrics) =>
      `${findMin(metrics, 'softestCue').toFixed(1)} to ${findMax(metrics, 'loudestCue').toFixed(1)}`,
    ...Object.fromEntries(
      recognizers.map(({ name }, index) => [
        `word errors, ${name}, median and worst`,
        (metrics: NarratorMeasurements) => formatWordErrors(metrics, index),
      ]),
    ),
    [`made, of real time, ${concurrency} at once`]: ({ made, took }) => formatSpeed(made / took),
    'made, of real time, a processor': ({ made, recorders }) =>
      formatSpeed(made / recorders.processor),
    'memory of a recording process, MB': ({ recorders }) => formatMegabytes(recorders.memory),
  };
  return {
    title: 'Narrations, decoded',
    columns: [...measurementsByNarrator.keys()],
    rows: Object.entries(rows).map(([name, cell]) => ({
      name,
      cells: [...measurementsByNarrator.values()].map(cell),
    })),
  };
}

/**
 * The minimum speed of recording on one processor, as a multiple of real time, by speech engine. A neural model or a
 * service must be faster than real time, so that listeners never wait for the next sentence.
 */
const MIN_RECORDING_SPEED: Readonly<Record<EngineChoice['engine'], number>> = {
  flite: 60,
  neural: 1,
  service: 1,
};

type Limit = readonly [name: string, measured: number | undefined, limit: number, unit: string];

/** Returns the limits for narrations, each with the measured value. */
export function createNarrationLimitChecks(
  measurementsByNarrator: MeasurementsByNarrator,
  engine: EngineChoice['engine'],
): LimitCheck[] {
  return [...measurementsByNarrator].flatMap(([narrator, metrics]): LimitCheck[] => {
    const offLoudness = listValues(metrics, 'loudness').map((level) =>
      Math.abs(level - TARGET_LOUDNESS_IN_LUFS),
    );
    const atMost: readonly Limit[] = [
      ['lengths off the sound', 100 * findMax(metrics, 'deviation'), 1, ' %'],
      ['deviation of the timings from the audio', 1000 * findMax(metrics, 'drift'), 50, ' ms'],
      ['sentence off its time', 1000 * findMax(metrics, 'maxTimingError'), 50, ' ms'],
      ['times out of order', sum(listValues(metrics, 'invalidTimingCount')), 0, ''],
      [`loudness, from ${TARGET_LOUDNESS_IN_LUFS} LUFS`, Math.max(...offLoudness), 1, ' LU'],
      ['true peak', findMax(metrics, 'truePeak'), -1, ' dB'],
      ['clipped samples', sum(listValues(metrics, 'clippedSamples')), 0, ''],
      ['longest silence', findMax(metrics, 'longestSilence'), 0.85, ' s'],
      ['pauses between sentences', findMax(metrics, 'longestPause'), 0.5, ' s'],
      ['pauses between paragraphs', findMax(metrics, 'longestPassagePause'), 0.85, ' s'],
      ['pauses between sections', findMax(metrics, 'longestSectionPause'), 1.35, ' s'],
      ['cues', findMax(metrics, 'loudestCue'), SECTION_CUE_LOUDNESS_IN_LUFS + 1, ' LUFS'],
      ['preview', findMax(metrics, 'previewSeconds'), MAX_PREVIEW_SECONDS, ' s'],
    ];
    const atLeast: readonly Limit[] = [
      ['pauses between sentences', findMin(metrics, 'shortestPause'), 0.3, ' s'],
      ['pauses between paragraphs', findMin(metrics, 'shortestPassagePause'), 0.65, ' s'],
      ['pauses between sections', findMin(metrics, 'shortestSectionPause'), 1.15, ' s'],
      ['cues', findMin(metrics, 'softestCue'), SECTION_CUE_LOUDNESS_IN_LUFS - 1, ' LUFS'],
      [
        'made, of real time, a processor',
        computeSpeed(metrics),
        minRecordingSpeed(engine, narrator),
        ' ×',
      ],
    ];
    const toLimitCheck =
      (bound: LimitCheck['bound']) =>
      ([name, measured, limit, unit]: Limit): LimitCheck => ({
        name: `${NARRATORS_BY_ID[narrator].name}: ${name}`,
        measured,
        limit,
        bound,
        unit,
      });
    return [...atMost.map(toLimitCheck('at most')), ...atLeast.map(toLimitCheck('at least'))];
  });
}

/**
 * Returns the minimum speed of recording for a narrator. It is lower for the British woman's built-in voice, because
 * its engine, Pico, is slower than flite.
 */
function minRecordingSpeed(engine: EngineChoice['engine'], narrator: NarratorId): number {
  return engine === 'flite' && narrator === 'bf' ? 25 : MIN_RECORDING_SPEED[engine];
}

/**
 * Returns the recording speed: the seconds of recorded audio per second of processor time. Returns undefined if nothing
 * was recorded, or if the processor time of the recording processes is unknown.
 */
function computeSpeed({ made, recorders }: NarratorMeasurements): number | undefined {
  return made && recorders.processor ? made / recorders.processor : undefined;
}

function listValues({ measured }: NarratorMeasurements, figure: Figure): number[] {
  return measured.map((each) => each[figure]);
}

function findMax(metrics: NarratorMeasurements, figure: Figure): number {
  return Math.max(...listValues(metrics, figure));
}

function findMin(metrics: NarratorMeasurements, figure: Figure): number {
  return Math.min(...listValues(metrics, figure));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function formatRange(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
}

/** Formats the median and the maximum word error rate of one recognizer. `index` selects the recognizer. */
function formatWordErrors({ measured }: NarratorMeasurements, index: number): string {
  const shares = measured.map(({ wordErrors }) => wordErrors[index]!);
  return `${median(shares).toFixed(3)}, ${Math.max(...shares).toFixed(3)}`;
}

/**
 * Formats a speed as a multiple of real time. Returns `?` if nothing was recorded, or if the processor time is unknown,
 * because the speed is then 0, infinite or NaN.
 */
function formatSpeed(speed: number): string {
  return Number.isFinite(speed) && speed > 0 ? `× ${formatThreeSignificantDigits(speed)}` : '?';
}
