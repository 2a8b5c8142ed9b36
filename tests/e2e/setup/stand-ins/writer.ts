import {
  createDemoWriter as createRealWriter,
  type DemoWriterOptions,
} from '#demo/writer/demo-writer.ts';
import { type AiWriter, TransientError } from '#server/studio/writer/ai-writer.ts';

/** Speed-up of the demo's drafts: they take 0.4 seconds, slow ones 1.5. */
const SPEED = 10;

/**
 * The demonstration, faster. It loses the first submission of a review whose article is titled "Lost before arrival" or
 * "Lost after arrival", and a word: the connection breaks before the service has read it, or after.
 */
export function createDemoWriter(options: DemoWriterOptions): AiWriter {
  const writer = createRealWriter({ ...options, speed: SPEED });
  const lost = new Set<string>();
  return {
    ...writer,
    async submitBatch(batch, signal) {
      const [marker = '', moment] =
        /^\[title\] Lost (before|after) arrival \S+/m.exec(
          batch.items.map(({ prompt }) => prompt).join('\n'),
        ) ?? [];
      const isLost = marker !== '' && !lost.has(marker);
      lost.add(marker);
      const breakConnection = () => {
        const message = 'The AI service cannot be reached: the connection was lost.';
        throw new TransientError(message, { mayHaveArrived: true });
      };
      if (isLost && moment === 'before') breakConnection();
      const state = await writer.submitBatch(batch, signal);
      if (isLost) breakConnection();
      return state;
    },
  };
}
