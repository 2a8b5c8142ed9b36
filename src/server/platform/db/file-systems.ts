import { readFileSync, statfsSync } from 'node:fs';
import { hostname } from 'node:os';

/** Types of statfs(2) on Linux that only one machine can use, so that its locks reach every process. */
const LOCAL_TYPES = new Set([
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

/** Returns whether another machine, whose locks may not reach this one, may use the folder too. */
export function mayBeSharedFileSystem(folder: string): boolean {
  return process.platform !== 'linux' || !LOCAL_TYPES.has(statfsSync(folder).type);
}

/** Returns the boot id of the kernel, which all containers on it share as they share its locks; elsewhere the host name. */
export function getMachineId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}
