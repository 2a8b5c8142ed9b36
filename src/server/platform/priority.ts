import type { ChildProcess } from 'node:child_process';
import os from 'node:os';

/**
 * Difference between the niceness of a child process and that of this process, which serves requests and therefore has
 * priority.
 */
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
    // Errors are ignored, because they only mean that the system has no priorities or that the child process has
    // already exited.
  }
}
