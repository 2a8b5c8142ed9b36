import {
  createDemoWriter as createRealWriter,
  type DemoWriterOptions,
} from '#demo/writer/demo-writer.ts';
import { type AiWriter, TransientError } from '#server/studio/writer/ai-writer.ts';

/**
 * Factor by which the demo writer is sped up. At this speed, a draft takes 0.4 seconds, and a slow draft 1.5 seconds.
 */
const SPEED_FACTOR = 10;

/**
 * Creates a faster demo writer that can lose submissions. The first submission with an article titled "Lost before
 * arrival" or "Lost after arrival", followed by another word, fails with a connection error. The error occurs before or
 * after the service has received the submission.
 */
export function createDemoWriter(options: DemoWriterOptions): AiWriter {
  const writer = createRealWriter({ ...options, speed: SPEED_FACTOR });
  const lostMarkers = new Set<string>();
  return {
    ...writer,
    async submitBatch(batch, signal) {
      const [marker = '', moment] =
        /^\[title\] Lost (before|after) arrival \S+/m.exec(
          batch.items.map(({ prompt }) => prompt).join('\n'),
        ) ?? [];
      const isLost = marker !== '' && !lostMarkers.has(marker);
      lostMarkers.add(marker);
      const throwConnectionError = () => {
        const message = 'The AI service cannot be reached: the connection was lost.';
        throw new TransientError(message, { mayHaveArrived: true });
      };
      if (isLost && moment === 'before') throwConnectionError();
      const state = await writer.submitBatch(batch, signal);
      if (isLost) throwConnectionError();
      return state;
    },
  };
}
