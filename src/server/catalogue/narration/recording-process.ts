/**
 * The process a script is spoken in: an engine computes for as long as it needs, and no page waits for it. It is told as
 * its argument which engine to open, and ends with whoever started it.
 */
import type { Narrator } from '#domain/narrators.ts';
import { openEngine } from '#speech/engines/open-engine.ts';
import { type RecordedPart, type RecordingLength, recordScript } from '#speech/recording.ts';
import type { Script } from '#speech/script/script.ts';
import { OtherCpuLoad, throttle } from './cpu-throttle.ts';

/** What is to be recorded; one after the other. */
export interface RecordingRequest {
  script: Script;
  narrator: Narrator;
}

/** Said while something is recorded: it is to have no more rests. */
export type UnthrottleMessage = 'hurry';

/** What comes of it, in this order: parts, and the whole, or why there is none. */
export type RecordingMessage =
  | { part: RecordedPart }
  | { recording: RecordingLength }
  | { fault: string };

const engine = openEngine(JSON.parse(process.argv[2]!));
// Why it cannot be opened is said to whoever asks for a recording.
engine.catch(() => {});
const others = new OtherCpuLoad();

let isHurried = false;

process.on('message', async (order: RecordingRequest | UnthrottleMessage) => {
  isHurried = order === 'hurry';
  if (order === 'hurry') return;
  const { script, narrator } = order;
  try {
    const parts = throttle(recordScript(script, narrator, await engine), () => isHurried, {
      others,
    });
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) say({ part: next.value });
    say({ recording: next.value });
  } catch (error) {
    say({ fault: error instanceof Error ? error.message : String(error) });
  }
});
process.once('disconnect', () => process.exit());

function say(news: RecordingMessage): void {
  // When nobody listens any more, the end of the connection says so; without this it would be an error nobody handles.
  process.send!(news, undefined, undefined, () => {});
}
