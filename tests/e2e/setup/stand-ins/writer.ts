import {
  type DemoWriterOptions,
  demoWriter as realWriter,
} from '#server/studio/demo-writer/service.ts';

/** How many times as fast as in the demonstration drafts are written: within a second, and those that are slow in one and a half. */
const HASTE = 10;

export const demoWriter = (options: DemoWriterOptions) => realWriter({ ...options, haste: HASTE });
