/**
 * The process pictures are rendered in. It ends with whoever started it.
 */
import { type PictureShape, renderPicture } from './render.ts';

/** What is to be rendered; the answer bears the same number. */
export interface RenderOrder {
  number: number;
  svg: string;
  shape: PictureShape;
}

/** The picture, or why there is none. */
export type Rendered = { number: number } & ({ bytes: Uint8Array } | { fault: string });

process.on('message', async ({ number, svg, shape }: RenderOrder) => {
  try {
    say({ number, bytes: await renderPicture(svg, shape) });
  } catch (error) {
    say({ number, fault: error instanceof Error ? error.message : String(error) });
  }
});
process.once('disconnect', () => process.exit());

function say(rendered: Rendered): void {
  process.send!(rendered);
}
