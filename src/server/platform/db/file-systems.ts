import { readFileSync, statfsSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * File systems of which Linux says that no other machine has them (the types of statfs(2)): its locks are then all
 * the locks there are.
 */
const OF_ONE_MACHINE = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0xf2f52010, // F2FS
  0x2fc12fc1, // ZFS
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x858458f6, // ramfs
  0x794c7630, // overlayfs: a container's own
]);

/** Whether another machine may have the folder too, whose locks may not reach this one. */
export function mayBeSharedFileSystem(folder: string): boolean {
  return process.platform !== 'linux' || !OF_ONE_MACHINE.has(statfsSync(folder).type);
}

/** An id of the running kernel, which all containers on it share: as far as its locks reach. */
export function getMachineId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}
