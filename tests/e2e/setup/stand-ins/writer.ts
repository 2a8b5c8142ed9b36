import {
  createDemoWriter as createRealWriter,
  type DemoWriterOptions,
} from '#demo/writer/demo-writer.ts';

/** How many times faster than the demonstration drafts arrive: in 0.4 seconds, slow ones in 1.5. */
const SPEED = 10;

export const createDemoWriter = (options: DemoWriterOptions) =>
  createRealWriter({ ...options, speed: SPEED });
