import type { ChildProcess } from 'node:child_process';
import os from 'node:os';

/**
 * Amount by which a child process's niceness exceeds this process's niceness, so that this process, which serves
 * requests, gets more CPU time.
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
