import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The environment variable with the path of the test's temporary folder. It is set only inside the test's Linux
 * namespaces.
 */
const FOLDER_VARIABLE = 'OCTAVO_CLUSTER_FOLDER';

/** Prefix for a command. It makes the kernel kill the command when the calling process ends. */
const END_WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;
/**
 * Prefix for a command. It runs the command in separate Linux namespaces, and makes the kernel kill it when `unshare`
 * ends.
 */
const OWN_NAMESPACES = [
  'unshare',
  '--net',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
];

/**
 * Returns the test's temporary folder if this process runs in separate Linux namespaces. Otherwise, returns
 * `undefined`.
 */
export function getIsolatedFolder(): string | undefined {
  return process.env[FOLDER_VARIABLE];
}

/**
 * Runs the given script in new network, mount and process namespaces, with a temporary folder. Returns its exit code.
 *
 * When the script ends, the kernel kills all processes that the script has started, and removes their networks and
 * disks. The same happens if the calling process is interrupted or killed, even by SIGKILL. The temporary folder is
 * removed afterwards, except after SIGKILL.
 */
export async function runIsolated(script: string, args: readonly string[]): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-cluster-'));
  // The database nodes run as an unprivileged user, who needs read access to this folder.
  chmodSync(folder, 0o755);
  const child = spawn(
    END_WITH_PARENT[0],
    [
      ...END_WITH_PARENT.slice(1),
      ...OWN_NAMESPACES,
      // The first process in a process namespace must reap orphaned processes, and a shell does this. However, a shell
      // replaces itself with its last command. The test is therefore followed by the command `exit`.
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
