import { type DemoWriterOptions, demoWriter as realWriter } from '#demo/writer/demo-writer.ts';

/** How many times faster than the demonstration drafts arrive: in 0.4 seconds, slow ones in 1.5. */
const HASTE = 10;

export const demoWriter = (options: DemoWriterOptions) => realWriter({ ...options, haste: HASTE });
