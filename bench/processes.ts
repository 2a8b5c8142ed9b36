import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A helper process of the benchmark. It handles one message at a time, and exits when it is stopped. */
export interface HelperProcess<Question, Answer> {
  pid: number;
  ask<Q extends Question>(question: Q): Promise<Answer>;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/**
 * Starts `bench/<name>.ts` as a helper process, with the Node.js options `execArgv`. `ready` is the first message that
 * the helper sends.
 */
export async function startHelperProcess<Question, Answer, Ready = unknown>(
  name: string,
  env: Record<string, string> = {},
  execArgv: readonly string[] = process.execArgv,
): Promise<HelperProcess<Question, Answer> & { ready: Ready }> {
  const child = fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: [...execArgv],
    serialization: 'advanced',
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const answer = async () => {
    const waiting = new AbortController();
    const { signal } = waiting;
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error(`bench/${name}.ts has ended.`);
    });
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]).finally(() =>
      waiting.abort(),
    );
    ended.catch(() => {});
    if (message instanceof Error) throw message;
    return message;
  };
  const ready: Ready = await answer();
  return {
    pid: child.pid!,
    ready,
    async ask(question) {
      child.send(question as object);
      return answer();
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Kills all helper processes that are still running, for example after an interruption. */
export function killHelperProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * Responds to the messages that this helper process receives. When the benchmark disconnects, calls `onEnd` and exits.
 */
export function answerMessages<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
  onEnd: () => unknown = () => {},
): void {
  process.on('message', async (question: Question) => {
    try {
      process.send!(await answer(question));
    } catch (error) {
      process.send!(error);
    }
  });
  process.once('disconnect', async () => {
    await onEnd();
    process.exit();
  });
}
