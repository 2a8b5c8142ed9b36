import type { ChildProcess } from 'node:child_process';
import os from 'node:os';

/** How much lower the priority of child processes is than that of this process, which serves requests. */
const BEHIND = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Lowers the scheduling priority of a child process. Does nothing on systems without priorities. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (!pid) return;
  try {
    os.setPriority(pid, Math.min(os.getPriority() + BEHIND, os.constants.priority.PRIORITY_LOW));
  } catch {
    // The system has no priorities, or the process has exited.
  }
}
