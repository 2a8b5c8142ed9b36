import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PhotoRefusal, PhotoSize, PreparedPhoto } from '#covers/photographs.ts';
import type { PictureShape } from '#covers/render.ts';
import type { Focus } from '#domain/images.ts';
import { lowerPriority } from '#server/platform/priority.ts';
import type { Rendered, RenderOrder, Work } from './rendering-process.ts';

const PROCESS = fileURLToPath(new URL('rendering-process.ts', import.meta.url));
/** Milliseconds without work after which the process is ended. */
const IDLE = 5000;
/** The system's allocator gives large blocks back at once, and keeps few heaps: libvips fills them by the hundred MB. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Renders pictures in a process of their own, which is there while there is something to render: what libvips
 * allocates goes with it, where this process would keep hundreds of megabytes, and it runs behind everything else
 * that wants the processor, so that no page waits for a picture.
 */
export class Renderer {
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #ending: NodeJS.Timeout | undefined;
  #lastNumber = 0;

  /** A drawing, or a photograph that is kept, as a picture. Rejects when it cannot be rendered, or the process ends over it. */
  render(source: string | Uint8Array, shape: PictureShape): Promise<Uint8Array> {
    return this.#do<Uint8Array>({ kind: 'picture', source, shape });
  }

  /** What somebody sent as a photograph to be kept, or why it is none (`photographs.ts`). */
  preparePhoto(bytes: Uint8Array, focus: Focus | undefined): Promise<PreparedPhoto | PhotoRefusal> {
    return this.#do<PreparedPhoto | PhotoRefusal>({ kind: 'photo', bytes, focus });
  }

  /** The size of what is to be kept as it is, or why it is not (`photographs.ts`). */
  checkPhoto(bytes: Uint8Array): Promise<PhotoSize | PhotoRefusal> {
    return this.#do<PhotoSize | PhotoRefusal>({ kind: 'check', bytes });
  }

  /** What a photograph that is kept looks like at its foot, cut around a point. */
  colourOf(bytes: Uint8Array, focus: Focus): Promise<string> {
    return this.#do<string>({ kind: 'colour', bytes, focus });
  }

  async #do<Result>(work: Work): Promise<Result> {
    clearTimeout(this.#ending);
    this.#child ??= this.#start();
    const child = this.#child;
    child.channel?.ref();
    const number = ++this.#lastNumber;
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.#waiting.set(number, { resolve: resolve as Waiting['resolve'], reject });
        child.send({ ...work, number } satisfies RenderOrder, (error) => error && reject(error));
      });
    } finally {
      this.#waiting.delete(number);
      if (!this.#waiting.size) this.#rest();
    }
  }

  #start(): ChildProcess {
    const child = fork(PROCESS, {
      serialization: 'advanced',
      execArgv: [],
      env: { ...process.env, ...ALLOCATOR },
    });
    child.unref();
    lowerPriority(child);
    child
      .on('message', (rendered: Rendered) => this.#hear(rendered))
      .once('error', (error) => this.#lose(child, error))
      .once('exit', () => this.#lose(child, new Error('The rendering process exited.')));
    return child;
  }

  #hear(rendered: Rendered): void {
    const waiting = this.#waiting.get(rendered.number);
    if ('result' in rendered) waiting?.resolve(rendered.result);
    else waiting?.reject(new Error(rendered.fault));
  }

  #lose(child: ChildProcess, error: Error): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  /** Nothing is to be rendered for now: the process keeps nobody from ending, and ends when it stays so. */
  #rest(): void {
    const child = this.#child;
    if (!child) return;
    child.channel?.unref();
    this.#ending = setTimeout(() => {
      this.#child = undefined;
      if (child.connected) child.disconnect();
    }, IDLE).unref();
  }
}
