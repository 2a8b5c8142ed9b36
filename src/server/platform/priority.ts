import type { ChildProcess } from 'node:child_process';
import os from 'node:os';

/** Steps by which what a process of ours does stands behind this one, which answers everybody. */
const BEHIND = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Has a process of ours come behind this one for the processor; where the system has no priorities, it stays as it is. */
export function lowerPriority({ pid }: ChildProcess): void {
  if (!pid) return;
  try {
    os.setPriority(pid, Math.min(os.getPriority() + BEHIND, os.constants.priority.PRIORITY_LOW));
  } catch {
    // Or it has ended already.
  }
}
