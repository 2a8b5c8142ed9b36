import type { ChildProcess } from 'node:child_process';
import os from 'node:os';

/**
 * Number that is added to this process's niceness to get a child process's niceness. This process serves requests, so
 * it gets more CPU time than its child processes.
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
