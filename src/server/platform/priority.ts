import type { ChildProcess } from 'node:child_process';
import os from 'node:os';

/** Added to the niceness of this process, which serves requests, to get the niceness of its child processes. */
const BEHIND = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Lowers the scheduling priority of a child process. Does nothing on systems without priorities. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (!pid) return;
  try {
    os.setPriority(pid, Math.min(os.getPriority() + BEHIND, os.constants.priority.PRIORITY_LOW));
  } catch {
    // Ignored: the system has no priorities, or the child process has exited.
  }
}
