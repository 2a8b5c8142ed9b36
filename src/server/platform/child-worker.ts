import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from './priority.ts';

/** Milliseconds of idle time after which the child process exits. */
const IDLE_TIMEOUT = 5000;

interface TaskMessage {
  id: number;
  task: unknown;
}

type ResultMessage = { id: number } & ({ result: unknown } | { error: unknown });

/**
 * Runs tasks concurrently in a child process with low priority. The child process starts with the first task. It exits
 * when it is idle, to free its memory. An idle child process does not keep the parent process alive.
 */
export class ChildWorker<Task> {
  readonly #module: URL;
  readonly #env: NodeJS.ProcessEnv;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #child: ChildProcess | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;

  /**
   * Creates a worker without starting its child process. `module` is the entry point of the child process, and must
   * call {@link runTasksOfParent}. `env` is added to the child process's environment.
   */
  constructor(module: URL, env: NodeJS.ProcessEnv = {}) {
    this.#module = module;
    this.#env = env;
  }

  /**
   * Runs a task in the child process. Rejects with the task's error, or with another error if the child process exits
   * before the task has finished.
   */
  async run(task: Task): Promise<unknown> {
    clearTimeout(this.#idleTimer);
    this.#child ??= this.#start();
    const child = this.#child;
    child.channel?.ref();
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<unknown>();
    this.#pending.set(id, pending);
    const message: TaskMessage = { id, task };
    child.send(message, (error) => error && pending.reject(error));
    try {
      return await pending.promise;
    } finally {
      this.#pending.delete(id);
      if (!this.#pending.size) this.#endWhenIdle();
    }
  }

  #start(): ChildProcess {
    const child = fork(fileURLToPath(this.#module), {
      serialization: 'advanced',
      execArgv: [],
      env: { ...process.env, ...this.#env },
    });
    child.unref();
    lowerPriority(child);
    return child
      .on('message', (message: ResultMessage) => {
        const pending = this.#pending.get(message.id);
        if ('error' in message) pending?.reject(message.error);
        else pending?.resolve(message.result);
      })
      .once('error', (error) => this.#rejectAll(child, error))
      .once('exit', () => this.#rejectAll(child, new Error('The child process exited.')));
  }

  #rejectAll(child: ChildProcess, error: Error): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    for (const { reject } of this.#pending.values()) reject(error);
  }

  #endWhenIdle(): void {
    const child = this.#child;
    if (!child) return;
    child.channel?.unref();
    this.#idleTimer = setTimeout(() => {
      this.#child = undefined;
      if (child.connected) child.disconnect();
    }, IDLE_TIMEOUT).unref();
  }
}

/**
 * Runs the tasks that a {@link ChildWorker} in the parent process sends. Exits when the parent
 * process exits or disconnects.
 */
export function runTasksOfParent<Task>(run: (task: Task) => unknown): void {
  process.on('message', async ({ id, task }: TaskMessage) => {
    const message: ResultMessage = await Promise.resolve(task as Task)
      .then(run)
      .then(
        (result) => ({ id, result }),
        (error: unknown) => ({ id, error }),
      );
    process.send!(message);
  });
  process.once('disconnect', () => process.exit());
}
