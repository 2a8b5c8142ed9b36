import {
  createDemoWriter as createRealWriter,
  type DemoWriterOptions,
} from '#demo/writer/demo-writer.ts';
import { type AiWriter, TransientAiServiceError } from '#server/studio/writer/ai-writer.ts';

/**
 * The speed of the demo writer, as a multiple of its normal speed. At this speed, a draft takes 0.4 seconds, and a slow
 * draft takes 1.5 seconds.
 */
const SPEED_FACTOR = 10;

/**
 * Creates a demo writer (a simulated AI service) that is faster and can lose submissions. A submission fails once with
 * a connection error if it contains an article whose title begins with "Lost before arrival" or "Lost after arrival",
 * followed by another word. Depending on the title, the error occurs before or after the service receives the
 * submission.
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
        throw new TransientAiServiceError(message, { mayHaveArrived: true });
      };
      if (isLost && moment === 'before') throwConnectionError();
      const state = await writer.submitBatch(batch, signal);
      if (isLost) throwConnectionError();
      return state;
    },
  };
}
