import type { Queries } from '#server/platform/db/database.ts';
import type { AiWriter, AiWriting } from '#server/studio/writer/ai-writer.ts';

/** Dependencies of the functions that process AI requests. The functions stop once `signal` is aborted. */
export interface PollContext {
  queries: Queries;
  writing: AiWriting;
  writer: AiWriter;
  signal: AbortSignal;
}
