import { readFileSync, statfsSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Types of Linux file systems (statfs(2)) that only one machine can mount at a time. All processes that use such a file
 * system run on one machine, so they see each other's file locks.
 */
const LOCAL_TYPES = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0xf2f52010, // F2FS
  0x2fc12fc1, // ZFS
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x858458f6, // ramfs
  0x794c7630, // overlayfs, the root file system of a container
]);

/** Returns true if other machines may also use the folder. Their file locks may not be visible on this machine. */
export function mayBeOnSharedFileSystem(folder: string): boolean {
  return process.platform !== 'linux' || !LOCAL_TYPES.has(statfsSync(folder).type);
}

/**
 * Returns an ID that is the same for all processes that see each other's file locks. On Linux, it is the kernel's boot
 * ID, so all containers on the same kernel have the same ID. On other systems, the ID is the host name.
 */
export function getMachineId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}
