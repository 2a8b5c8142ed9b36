import type { PhotoDimensions, PhotoRejection, PreparedPhoto } from '#covers/photographs.ts';
import type { PictureRendition } from '#covers/render.ts';
import type { FocalPoint } from '#domain/images.ts';
import { ChildWorker } from '#server/platform/child-worker.ts';
import type { RenderingTask } from './rendering-process.ts';

const PROCESS_URL = new URL('rendering-process.ts', import.meta.url);
/**
 * Environment variables of the child process that renders pictures. The image library libvips allocates hundreds of
 * megabytes. With these variables, glibc uses few heaps and returns large blocks to the operating system immediately.
 */
const ALLOCATOR_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

/**
 * Renders pictures in a child process. The image library libvips allocates hundreds of megabytes, and this memory is
 * completely returned to the operating system only when the process exits. All methods reject if the rendering fails or
 * the child process exits.
 */
export class PictureRenderer {
  readonly #worker = new ChildWorker<RenderingTask>(PROCESS_URL, ALLOCATOR_ENV);

  /** Renders a drawing (SVG) or a photograph in the requested width and format. */
  async render(source: string | Uint8Array, shape: PictureRendition): Promise<Uint8Array> {
    return (await this.#worker.run({ kind: 'picture', source, shape })) as Uint8Array;
  }

  /**
   * Prepares an uploaded photograph for storage, or returns the reason why it cannot be used (see
   * `covers/photographs.ts`).
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
   * Checks whether a photograph can be stored without changes. Returns its width and height, or the reason why it
   * cannot be stored (see `covers/photographs.ts`).
   */
  async checkPhoto(bytes: Uint8Array): Promise<PhotoDimensions | PhotoRejection> {
    return (await this.#worker.run({ kind: 'check', bytes })) as PhotoDimensions | PhotoRejection;
  }

  /**
   * Crops a photograph around `focus`, and returns the average color of the area in which a title is shown. The color
   * has the form `#rrggbb`.
   */
  async computeTitleAreaColor(bytes: Uint8Array, focus: FocalPoint): Promise<string> {
    return (await this.#worker.run({ kind: 'color', bytes, focus })) as string;
  }
}
