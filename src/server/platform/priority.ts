import type { ChildProcess } from 'node:child_process';
import os from 'node:os';

/** Amount by which the niceness of a child process is raised, because this process serves requests. */
const NICENESS_INCREMENT = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Lowers the scheduling priority of a child process. Does nothing on systems without priorities. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (!pid) return;
  try {
    os.setPriority(
      pid,
      Math.min(os.getPriority() + NICENESS_INCREMENT, os.constants.priority.PRIORITY_LOW),
    );
  } catch {
    // Errors are ignored: the system has no priorities, or the child process has already exited.
  }
}
