/**
 * The process pictures are rendered in. It ends with whoever started it.
 */

import { checkPhoto, colourOf, preparePhoto } from '#covers/photographs.ts';
import { type PictureShape, renderPicture } from '#covers/render.ts';
import type { Focus } from '#domain/images.ts';

/** What is to be done. */
export type Work =
  | { kind: 'picture'; source: string | Uint8Array; shape: PictureShape }
  | { kind: 'photo'; bytes: Uint8Array; focus: Focus | undefined }
  | { kind: 'check'; bytes: Uint8Array }
  | { kind: 'colour'; bytes: Uint8Array; focus: Focus };

/** The answer bears the same number. */
export type RenderOrder = Work & { number: number };

/** What came of it, or why nothing did. */
export type Rendered = { number: number } & ({ result: unknown } | { fault: string });

process.on('message', async (order: RenderOrder) => {
  const { number } = order;
  try {
    say({ number, result: await done(order) });
  } catch (error) {
    say({ number, fault: error instanceof Error ? error.message : String(error) });
  }
});
process.once('disconnect', () => process.exit());

async function done(work: Work): Promise<unknown> {
  if (work.kind === 'photo') return preparePhoto(work.bytes, work.focus);
  if (work.kind === 'check') return checkPhoto(work.bytes);
  if (work.kind === 'colour') return colourOf(work.bytes, work.focus);
  return renderPicture(work.source, work.shape);
}

function say(rendered: Rendered): void {
  process.send!(rendered);
}
