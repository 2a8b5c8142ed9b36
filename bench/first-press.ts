import type { Findings } from './findings.ts';
import { watchRecorders } from './recorders.ts';
import { digits } from './report.ts';
import { median } from './rig.ts';
import type { UnreadLibrary } from './unread-library.ts';

/** Seconds until a narration that was never requested before can be played. */
const FLOOR = 2;
/** Listeners who request the same narration at one moment. */
const LISTENERS = 20;

/** The requests that are measured: for the free preview, and for the whole narration. */
const EXTENTS = [
  { name: 'preview.json', isWhole: false },
  { name: 'json, 202', isWhole: true },
] as const;

/** The load and the number of listeners. */
const SITUATIONS = [
  { name: 'idle', listeners: 1, isBesideAnother: false },
  { name: 'while another is made', listeners: 1, isBesideAnother: true },
  { name: `${LISTENERS} at one moment`, listeners: LISTENERS, isBesideAnother: false },
] as const;

type Situation = (typeof SITUATIONS)[number];
type Extent = (typeof EXTENTS)[number];

/** The results of one kind of press. */
export interface Presses {
  situation: Situation;
  extent: Extent;
  /** Seconds until each listener had a response. */
  seconds: number[];
  /** The maximum number of recording processes in one round. */
  recorders: number;
}

/**
 * Presses play on narrations that do not exist yet, `rounds` times in each situation. No recording process is running
 * before a press.
 */
export async function pressFirst(library: UnreadLibrary, rounds: number): Promise<Presses[]> {
  const kinds = SITUATIONS.flatMap((situation) =>
    EXTENTS.map((extent): Presses => ({ situation, extent, seconds: [], recorders: 0 })),
  );
  for (let round = 0; round < rounds; round++)
    for (const presses of kinds) await press(library, presses);
  return kinds;
}

/** Measures a press. Repeats it if the other narration was complete before the response. */
async function press(library: UnreadLibrary, presses: Presses): Promise<void> {
  const { situation, extent } = presses;
  const [narration, another] = await library.takeUnmade(situation.isBesideAnother ? 2 : 1);
  if (another) await library.askForWhole(another);
  const listen = async () => {
    const started = performance.now();
    if (extent.isWhole) await library.askForWhole(narration!);
    else await library.askForPreview(narration!);
    return (performance.now() - started) / 1000;
  };
  const watched = watchRecorders(library.server.pid);
  const seconds = await Promise.all(Array.from({ length: situation.listeners }, listen));
  const { processes } = await watched.stop();
  const isTooLate = another !== undefined && (await library.askForWhole(another)) === 200;
  await library.giveUp();
  if (isTooLate) return press(library, presses);
  presses.seconds.push(...seconds);
  presses.recorders = Math.max(presses.recorders, processes - (another ? 1 : 0));
}

export function findingsOfPresses(kinds: readonly Presses[]): Findings {
  const nameOf = ({ situation, extent }: Presses) => `${extent.name}, ${situation.name}`;
  return {
    tables: [
      {
        title: 'First press, until it can be heard, seconds',
        columns: ['median', 'worst', 'processes'],
        rows: kinds.map((presses) => ({
          name: nameOf(presses),
          cells: [
            digits(median(presses.seconds)),
            digits(Math.max(...presses.seconds)),
            String(presses.recorders),
          ],
        })),
      },
    ],
    floors: kinds.flatMap((presses) => [
      {
        name: `first press: ${nameOf(presses)}`,
        measured: Math.max(...presses.seconds),
        limit: FLOOR,
        bound: 'at most' as const,
        unit: ' s',
      },
      {
        name: `recordings for ${presses.situation.listeners}: ${nameOf(presses)}`,
        measured: presses.recorders,
        limit: 1,
        bound: 'at most' as const,
        unit: '',
      },
    ]),
  };
}
