import type { PhotoRejection, PhotoSize, PreparedPhoto } from '#covers/photographs.ts';
import type { PictureRendition } from '#covers/render.ts';
import type { FocalPoint } from '#domain/images.ts';
import { ChildWorker } from '#server/platform/child-worker.ts';
import type { RenderingTask } from './rendering-process.ts';

const PROCESS_URL = new URL('rendering-process.ts', import.meta.url);
/**
 * Environment variables of the rendering process. They make glibc return large blocks to the system immediately and use
 * few heaps, since libvips allocates hundreds of megabytes.
 */
const ALLOCATOR_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

/**
 * Renders pictures in a child process. libvips allocates hundreds of megabytes, and this memory is returned to the
 * system only when the process exits. Each method rejects if the picture cannot be rendered or the child process exits.
 */
export class PictureRenderer {
  readonly #worker = new ChildWorker<RenderingTask>(PROCESS_URL, ALLOCATOR_ENV);

  /** Renders a drawing (SVG) or a stored photograph. */
  async render(source: string | Uint8Array, shape: PictureRendition): Promise<Uint8Array> {
    return (await this.#worker.run({ kind: 'picture', source, shape })) as Uint8Array;
  }

  /**
   * Prepares an uploaded photograph for storage, or returns the reason the photograph is rejected (`photographs.ts`).
   */
  async preparePhotoForStorage(
    bytes: Uint8Array,
    focus: FocalPoint | undefined,
  ): Promise<PreparedPhoto | PhotoRejection> {
    return (await this.#worker.run({ kind: 'photo', bytes, focus })) as
      | PreparedPhoto
      | PhotoRejection;
  }

  /**
   * Returns the size of a photograph that can be stored unchanged, or the reason the photograph is rejected
   * (`photographs.ts`).
   */
  async checkPhoto(bytes: Uint8Array): Promise<PhotoSize | PhotoRejection> {
    return (await this.#worker.run({ kind: 'check', bytes })) as PhotoSize | PhotoRejection;
  }

  /**
   * Returns the average color, as `#rrggbb`, of the area behind the title in a photograph that is cropped around
   * `focus`.
   */
  async computeTitleAreaColor(bytes: Uint8Array, focus: FocalPoint): Promise<string> {
    return (await this.#worker.run({ kind: 'color', bytes, focus })) as string;
  }
}
