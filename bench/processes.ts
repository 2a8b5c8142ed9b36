import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A child process that works for the benchmark. It handles one message at a time, and exits when it is stopped. */
export interface HelperProcess<Message, Result> {
  pid: number;
  request<OneMessage extends Message>(message: OneMessage): Promise<Result>;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/**
 * Starts the script `bench/<name>.ts` as a child process of the benchmark, with the Node.js options `execArgv`. Waits
 * for the first message from the process, and returns it as `ready`.
 */
export async function startHelperProcess<Message, Result, Ready = unknown>(
  name: string,
  env: Record<string, string> = {},
  execArgv: readonly string[] = process.execArgv,
): Promise<HelperProcess<Message, Result> & { ready: Ready }> {
  const child = fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: [...execArgv],
    serialization: 'advanced',
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const receiveMessage = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const exit = once(child, 'exit', { signal }).then(() => {
      throw new Error(`bench/${name}.ts has ended.`);
    });
    const [message] = await Promise.race([once(child, 'message', { signal }), exit]).finally(() =>
      controller.abort(),
    );
    exit.catch(() => {});
    if (message instanceof Error) throw message;
    return message;
  };
  const ready: Ready = await receiveMessage();
  return {
    pid: child.pid!,
    ready,
    async request(message) {
      child.send(message as object);
      return receiveMessage();
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Kills all child processes of the benchmark that are still running, for example after an interruption. */
export function killHelperProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Handles the messages that a child process receives from the benchmark. When the benchmark disconnects, calls `onEnd`
 * and exits.
 */
export function handleMessages<Message, Result>(
  handle: (message: Message) => Result | Promise<Result>,
  onEnd: () => unknown = () => {},
): void {
  process.on('message', async (message: Message) => {
    try {
      process.send!(await handle(message));
    } catch (error) {
      process.send!(error);
    }
  });
  process.once('disconnect', async () => {
    await onEnd();
    process.exit();
  });
}
