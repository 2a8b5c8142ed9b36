import { ApiError } from '#ui/lib/api.ts';
import { beginSearch, course, giveUp } from './course.ts';
import { audio, change, isSounding, load, sound } from './deck.ts';
import { listening, playhead } from './listening.ts';
import { findNarration } from './narration.ts';
import { goOnWith } from './tier-change.ts';

/**
 * What the server answers of a recording that is not to be had any more: it was removed, or its listener may not hear it
 * now. An audio element does not tell that from a dropped connection.
 */
const NOT_TO_BE_HAD = new Set([401, 403, 404, 410]);
/** Seconds by which a file may differ from its times. */
const TOLERANCE = 1;

/** Loads again what a dropped connection has broken off, after a while; gives up, where that has not helped. */
export function recover(): void {
  const { narration, status } = listening.get() ?? {};
  if (!narration || !status || !audio.error) return;
  if (isSounding(status)) change({ status: 'loading' });
  const { signal } = course.search;
  const again = async () => {
    const refusal = await refusalOf(narration.source);
    if (signal.aborted) return;
    if (refusal) {
      findAnew({ source: narration.source, refusal });
      return;
    }
    load(narration, course.wanted ? 0 : playhead.get());
    // It may have been paused meanwhile.
    if (isSounding(listening.get()!.status) && !course.wanted) sound();
  };
  if (!course.retries.next(again)) giveUp(audio.error);
}

/** The file of which the times have been asked for anew: once, whatever they are then. */
let misfit: string | undefined;

/** Has the times be those of the file that is loaded: under the same name another may stand, made anew. */
export function fitTimes(): void {
  const { narration } = listening.get() ?? {};
  if (!narration || !Number.isFinite(audio.duration) || misfit === narration.source) return;
  if (Math.abs(audio.duration - narration.available) < TOLERANCE) return;
  misfit = narration.source;
  findAnew();
}

/** A file that is not to be had, and what the server says of it. */
interface Lost {
  source: string;
  refusal: ApiError;
}

/** Goes on at the same sentence with the recording there is by now, and its times; gives up, where that is the lost one. */
async function findAnew(lost?: Lost): Promise<void> {
  const now = listening.get();
  if (!now) return;
  const signal = beginSearch();
  try {
    const narration = await findNarration(now.article, now.narrator);
    if (signal.aborted) return;
    if (narration.source === lost?.source) throw lost.refusal;
    goOnWith(narration);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof ApiError || !course.retries.next(() => findAnew(lost))) giveUp(error);
  }
}

async function refusalOf(source: string): Promise<ApiError | undefined> {
  const response = await fetch(source, { method: 'HEAD' }).catch(() => undefined);
  return response && NOT_TO_BE_HAD.has(response.status)
    ? new ApiError(response.status, `${source} is not to be had`)
    : undefined;
}
