import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Environment variable with the path of the test's folder. It is set only inside the namespaces. */
const FOLDER_VARIABLE = 'OCTAVO_CLUSTER_FOLDER';

/** Prefix for a command that the kernel has to kill when the calling process ends. */
const END_WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;
/** Prefix for a command that has to run in namespaces of its own. The kernel kills the command when `unshare` ends. */
const OWN_NAMESPACES = [
  'unshare',
  '--net',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
];

/** Returns the folder of the test if this process runs inside namespaces of its own, and `undefined` otherwise. */
export function getIsolatedFolder(): string | undefined {
  return process.env[FOLDER_VARIABLE];
}

/**
 * Runs this program again in its own network, mount and process namespaces, with a temporary folder. Returns the exit
 * code.
 *
 * When the program in the namespaces ends, the kernel ends all processes that it has started, and removes their
 * networks and disks. The kernel does the same if the calling process is interrupted or killed, even by SIGKILL. The
 * folder is removed afterwards, unless the calling process was killed by SIGKILL.
 */
export async function runIsolated(script: string, args: readonly string[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-cluster-'));
  // The database nodes run as an unprivileged user, who needs access to the folders of the nodes.
  chmodSync(folder, 0o755);
  const child = spawn(
    END_WITH_PARENT[0],
    [
      ...END_WITH_PARENT.slice(1),
      ...OWN_NAMESPACES,
      // The first process of a process namespace must reap orphaned processes. A shell does so, but it replaces itself
      // with its last command. The command that runs the test is therefore followed by `exit`.
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
