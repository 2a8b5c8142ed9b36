import type { PhotoRejection, PhotoSize, PreparedPhoto } from '#covers/photographs.ts';
import type { PictureShape } from '#covers/render.ts';
import type { Focus } from '#domain/images.ts';
import { ChildWorker } from '#server/platform/child-worker.ts';
import type { RenderingTask } from './rendering-process.ts';

const PROCESS = new URL('rendering-process.ts', import.meta.url);
/** Makes glibc return large blocks at once and keep few heaps: libvips allocates hundreds of megabytes. */
const ALLOCATOR_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

/**
 * Renders pictures in a child process: what libvips allocates is freed with it, where this process would keep hundreds of
 * megabytes. Each method rejects if the picture cannot be rendered or the process exits.
 */
export class PictureRenderer {
  readonly #worker = new ChildWorker<RenderingTask>(PROCESS, ALLOCATOR_ENV);

  /** Renders a drawing or a stored photograph. */
  async render(source: string | Uint8Array, shape: PictureShape): Promise<Uint8Array> {
    return (await this.#worker.run({ kind: 'picture', source, shape })) as Uint8Array;
  }

  /** Prepares an uploaded photograph for storage, or returns why it is refused (`photographs.ts`). */
  async preparePhoto(
    bytes: Uint8Array,
    focus: Focus | undefined,
  ): Promise<PreparedPhoto | PhotoRejection> {
    return (await this.#worker.run({ kind: 'photo', bytes, focus })) as
      | PreparedPhoto
      | PhotoRejection;
  }

  /** Returns the size of a photograph that is stored unchanged, or why it is refused (`photographs.ts`). */
  async checkPhoto(bytes: Uint8Array): Promise<PhotoSize | PhotoRejection> {
    return (await this.#worker.run({ kind: 'check', bytes })) as PhotoSize | PhotoRejection;
  }

  /** Returns the color of the lower edge of a stored photograph, cropped around `focus`. */
  async findFootColor(bytes: Uint8Array, focus: Focus): Promise<string> {
    return (await this.#worker.run({ kind: 'colour', bytes, focus })) as string;
  }
}
