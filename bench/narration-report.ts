import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import { NARRATION_LOUDNESS } from '#server/catalogue/narration/mastering/loudness.ts';
import { PREVIEW } from '#server/catalogue/narration/preview.ts';
import type { NarrationFigures } from './narration-figures.ts';
import type { RecordersSeen } from './recorders.ts';
import { digits, type Floor, megabytes, type Table } from './report.ts';
import { median } from './rig.ts';

export interface Measured extends NarrationFigures {
  article: string;
  /** The share of words the recogniser did not get of some passages; nothing where there is none. */
  wordErrors: number | undefined;
}

/** All that one narrator has read. */
export interface Reading {
  measured: readonly Measured[];
  /** Seconds of sound that were made in this run. */
  made: number;
  /** Seconds by the clock that took. */
  took: number;
  recorders: RecordersSeen;
}

export type Readings = ReadonlyMap<Narrator, Reading>;

type Figure = {
  [Key in keyof Measured]-?: Measured[Key] extends number ? Key : never;
}[keyof Measured];

/** For people; a column for each narrator. */
export function tableOf(readings: Readings, atOnce: number): Table {
  const rows: Readonly<Record<string, (reading: Reading) => string>> = {
    narrations: ({ measured }) => String(measured.length),
    'hours in all': (reading) => digits(sum(all(reading, 'seconds')) / 3600),
    'minutes, shortest to longest': (reading) =>
      range(all(reading, 'seconds').map((seconds) => seconds / 60)),
    'longest preview, seconds': (reading) => digits(most(reading, 'previewSeconds')),
    'lengths off the sound, %, worst': (reading) => digits(100 * most(reading, 'deviation')),
    'times summed up, ms off, worst': (reading) => digits(1000 * most(reading, 'drift')),
    'sentence off its time, ms, worst': (reading) => digits(1000 * most(reading, 'offset')),
    'times out of order': (reading) => String(sum(all(reading, 'disorders'))),
    'loudness, LUFS': (reading) => range(all(reading, 'loudness')),
    'true peak, dB, worst': (reading) => digits(most(reading, 'truePeak')),
    'clipped samples': (reading) => String(sum(all(reading, 'clippedSamples'))),
    'longest silence, seconds': (reading) => digits(most(reading, 'longestSilence')),
    'word errors, median and worst': (reading) => wordErrorsOf(reading),
    [`made, of real time, ${atOnce} at once`]: ({ made, took }) => times(made / took),
    'made, of real time, a processor': ({ made, recorders }) => times(made / recorders.processor),
    'memory of a recording process, MB': ({ recorders }) => megabytes(recorders.memory),
  };
  return {
    title: 'Narrations, decoded',
    columns: [...readings.keys()],
    rows: Object.entries(rows).map(([name, cell]) => ({
      name,
      cells: [...readings.values()].map(cell),
    })),
  };
}

/** What no narration may miss. */
export function floorsOf(readings: Readings): Floor[] {
  return [...readings].flatMap(([narrator, reading]): Floor[] => {
    const offLoudness = all(reading, 'loudness').map((level) =>
      Math.abs(level - NARRATION_LOUDNESS),
    );
    const floors: readonly [name: string, measured: number, limit: number, unit: string][] = [
      ['lengths off the sound', 100 * most(reading, 'deviation'), 1, ' %'],
      ['times summed up, off the sound', 1000 * most(reading, 'drift'), 50, ' ms'],
      ['sentence off its time', 1000 * most(reading, 'offset'), 50, ' ms'],
      ['times out of order', sum(all(reading, 'disorders')), 0, ''],
      [`loudness, from ${NARRATION_LOUDNESS} LUFS`, Math.max(...offLoudness), 1, ' LU'],
      ['true peak', most(reading, 'truePeak'), -1, ' dB'],
      ['clipped samples', sum(all(reading, 'clippedSamples')), 0, ''],
      ['longest silence', most(reading, 'longestSilence'), 2, ' s'],
      ['preview', most(reading, 'previewSeconds'), PREVIEW, ' s'],
    ];
    return floors.map(([name, measured, limit, unit]) => ({
      name: `${NARRATORS[narrator].name}: ${name}`,
      measured,
      limit,
      bound: 'at most',
      unit,
    }));
  });
}

function all({ measured }: Reading, figure: Figure): number[] {
  return measured.map((each) => each[figure]);
}

function most(reading: Reading, figure: Figure): number {
  return Math.max(...all(reading, figure));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
}

function wordErrorsOf({ measured }: Reading): string {
  const shares = measured.flatMap(({ wordErrors }) => wordErrors ?? []);
  return shares.length ? `${median(shares).toFixed(3)}, ${Math.max(...shares).toFixed(3)}` : '?';
}

/** Nothing was made, or nothing is known of who made it. */
function times(speed: number): string {
  return Number.isFinite(speed) && speed > 0 ? `× ${digits(speed)}` : '?';
}
