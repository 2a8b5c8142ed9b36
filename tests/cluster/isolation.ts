import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Environment variable with the test's folder. It is set only inside the namespaces. */
const FOLDER_VARIABLE = 'OCTAVO_CLUSTER_FOLDER';

/** Returns the folder of the test if this process runs inside namespaces of its own. */
export function getIsolatedFolder(): string | undefined {
  return process.env[FOLDER_VARIABLE];
}

/**
 * Runs this program again in its own network, mount and process namespaces, with a temporary folder. Returns the exit
 * code.
 *
 * When the program in the namespaces ends, the kernel ends all processes that it has started, and removes their
 * networks and disks. That also happens if this process is interrupted or killed. The folder is removed afterwards.
 */
export async function runIsolated(script: string, args: readonly string[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-cluster-'));
  // The database nodes belong to an unprivileged user, who has to reach their folders.
  chmodSync(folder, 0o755);
  const child = spawn(
    'unshare',
    [
      ...['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
      // The first process of a process namespace adopts orphans and has to wait for them, as a shell does. A shell
      // replaces itself by its last command, so the command that runs the test is not the last one.
      ...['sh', '-c', '"$@"; exit $?', 'sh', process.execPath, script, ...args],
    ],
    { stdio: 'inherit', env: { ...process.env, [FOLDER_VARIABLE]: folder } },
  );
  const interrupt = () => child.kill('SIGKILL');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, interrupt);
  try {
    const [code] = await once(child, 'close');
    return (code as number | null) ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
