import { median } from './benchmark-processes.ts';
import type { MeasurementResult } from './measurement-result.ts';
import { watchRecordingProcesses } from './recording-processes.ts';
import { formatThreeSignificantDigits } from './report.ts';
import type { UnrecordedLibraryServer } from './unrecorded-library.ts';

/** The maximum time, in seconds, from the first request for a narration until it can be played. */
const LIMIT = 2;
/** The number of listeners who request the same narration at the same time. */
const LISTENERS = 20;

/** The two kinds of measured requests: for the free preview, and for the whole narration. */
const EXTENTS = [
  { name: 'preview.json', isWhole: false },
  { name: 'json, 202', isWhole: true },
] as const;

/**
 * The situations in which the delay after pressing play is measured: with one listener, with one listener while another
 * narration is being recorded, and with many listeners.
 */
const SITUATIONS = [
  { name: 'idle', listeners: 1, isDuringRecording: false },
  { name: 'while another is made', listeners: 1, isDuringRecording: true },
  { name: `${LISTENERS} at one moment`, listeners: LISTENERS, isDuringRecording: false },
] as const;

type Situation = (typeof SITUATIONS)[number];
type Extent = (typeof EXTENTS)[number];

/** The delays between pressing play and hearing the narration, measured in one situation. */
export interface FirstPressResults {
  situation: Situation;
  extent: Extent;
  /** The waiting time of each listener in seconds. */
  seconds: number[];
  /** The largest number of processes that recorded the same narration in any round. */
  recorders: number;
}

/**
 * Measures the delay after pressing play on narrations that do not exist yet, `rounds` times in each situation. No
 * recording process is running before a press, unless the situation includes the recording of another narration.
 */
export async function measureFirstPressesOfPlay(
  library: UnrecordedLibraryServer,
  rounds: number,
): Promise<FirstPressResults[]> {
  const kinds = SITUATIONS.flatMap((situation) =>
    EXTENTS.map((extent): FirstPressResults => ({ situation, extent, seconds: [], recorders: 0 })),
  );
  for (let round = 0; round < rounds; round++)
    for (const presses of kinds) await measurePress(library, presses);
  return kinds;
}

/**
 * Measures the delay after one press of the play button. In some situations, another narration must be recorded during
 * the whole measurement. If that recording ends too early, the measurement is repeated.
 */
async function measurePress(
  library: UnrecordedLibraryServer,
  presses: FirstPressResults,
): Promise<void> {
  const { situation, extent } = presses;
  const [narration, otherNarration] = await library.takeUnrecorded(
    situation.isDuringRecording ? 2 : 1,
  );
  if (otherNarration) await library.requestWhole(otherNarration);
  const measureDelay = async () => {
    const started = performance.now();
    if (extent.isWhole) await library.requestWhole(narration!);
    else await library.requestPreview(narration!);
    return (performance.now() - started) / 1000;
  };
  const recorderWatch = watchRecordingProcesses(library.server.pid);
  const seconds = await Promise.all(Array.from({ length: situation.listeners }, measureDelay));
  const { processes } = await recorderWatch.stop();
  const isOtherComplete =
    otherNarration !== undefined && (await library.requestWhole(otherNarration)) === 200;
  await library.stopRecording();
  if (isOtherComplete) return measurePress(library, presses);
  presses.seconds.push(...seconds);
  presses.recorders = Math.max(presses.recorders, processes - (otherNarration ? 1 : 0));
}

export function summarizeFirstPresses(kinds: readonly FirstPressResults[]): MeasurementResult {
  const formatName = ({ situation, extent }: FirstPressResults) =>
    `${extent.name}, ${situation.name}`;
  return {
    tables: [
      {
        title: 'First press, until it can be heard, seconds',
        columns: ['median', 'worst', 'processes'],
        rows: kinds.map((presses) => ({
          name: formatName(presses),
          cells: [
            formatThreeSignificantDigits(median(presses.seconds)),
            formatThreeSignificantDigits(Math.max(...presses.seconds)),
            String(presses.recorders),
          ],
        })),
      },
    ],
    limits: kinds.flatMap((presses) => [
      {
        name: `first press: ${formatName(presses)}`,
        measured: Math.max(...presses.seconds),
        limit: LIMIT,
        bound: 'at most' as const,
        unit: ' s',
      },
      {
        name: `recordings for ${presses.situation.listeners}: ${formatName(presses)}`,
        measured: presses.recorders,
        limit: 1,
        bound: 'at most' as const,
        unit: '',
      },
    ]),
  };
}
