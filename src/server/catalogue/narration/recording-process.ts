/**
 * The child process that records scripts, so that no page waits for the engine. Its argument is the engine to open, as
 * JSON. It exits with the process that started it.
 */
import type { Narrator } from '#domain/narrators.ts';
import { openEngine } from '#speech/engines/open-engine.ts';
import { type RecordedPart, type RecordingLength, recordScript } from '#speech/recording.ts';
import type { Script } from '#speech/script/script.ts';
import { OtherCpuLoad, throttle } from './cpu-throttle.ts';

/** Asks for a recording. There is one at a time. */
export interface RecordingRequest {
  script: Script;
  narrator: Narrator;
}

/** Ends the throttling of the current recording. */
export type UnthrottleMessage = 'unthrottle';

/** The responses to a request: parts in their order, then the recording's length, or an error's message. */
export type RecordingMessage =
  | { part: RecordedPart }
  | { recording: RecordingLength }
  | { error: string };

const engine = openEngine(JSON.parse(process.argv[2]!));
// If it cannot be opened, each request gets the error.
engine.catch(() => {});
const others = new OtherCpuLoad();

let isUnthrottled = false;

process.on('message', async (request: RecordingRequest | UnthrottleMessage) => {
  isUnthrottled = request === 'unthrottle';
  if (request === 'unthrottle') return;
  const { script, narrator } = request;
  try {
    const parts = throttle(recordScript(script, narrator, await engine), () => isUnthrottled, {
      others,
    });
    let next = await parts.next();
    for (; !next.done; next = await parts.next()) respond({ part: next.value });
    respond({ recording: next.value });
  } catch (error) {
    respond({ error: error instanceof Error ? error.message : String(error) });
  }
});
process.once('disconnect', () => process.exit());

function respond(message: RecordingMessage): void {
  // Without a callback, a closed channel would be an unhandled error. The `disconnect` event reports it.
  process.send!(message, undefined, undefined, () => {});
}
