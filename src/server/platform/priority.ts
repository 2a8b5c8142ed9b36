import type { ChildProcess } from 'node:child_process';
import os from 'node:os';

/**
 * Difference between a child process's niceness and this process's. It gives more CPU time to this process, because
 * this process serves requests.
 */
const NICENESS_INCREMENT = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Lowers the scheduling priority of a child process. Does nothing on systems that do not support priorities. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (!pid) return;
  try {
    os.setPriority(
      pid,
      Math.min(os.getPriority() + NICENESS_INCREMENT, os.constants.priority.PRIORITY_LOW),
    );
  } catch {
    // Errors are ignored, because they only mean that the system does not support priorities, or that the child process
    // has already exited.
  }
}
