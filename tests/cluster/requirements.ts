import { accessSync, constants, globSync } from 'node:fs';
import path from 'node:path';

/** The programs that the cluster test needs, with the Debian package of each program. */
const PROGRAMS: Readonly<Record<string, string>> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  ip: 'iproute2',
  sysctl: 'procps',
  unshare: 'util-linux',
  setpriv: 'util-linux',
};
/** Folders in which Debian installs programs. Some of these folders are not in the `PATH` of an unprivileged user. */
const FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Returns a sentence for each missing program and each missing permission on this machine. */
export function findMissingRequirements(): string[] {
  const missing = Object.entries(PROGRAMS)
    .filter(([program]) => !FOLDERS.some((folder) => isExecutable(path.join(folder, program))))
    .map(([program, debianPackage]) => describeMissing(program, debianPackage));
  if (!findPostgresFolder()) missing.push(describeMissing('postgres', 'postgresql'));
  if (process.getuid?.() !== 0)
    missing.push('The user is not root, who alone may create network namespaces and mount disks.');
  return missing;
}

/** Returns the program folder of the newest installed version of PostgreSQL. */
export function findPostgresFolder(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => isExecutable(path.join(folder, 'postgres')))
    .toSorted((one, other) => parseVersion(other) - parseVersion(one))
    .at(0);
}

function parseVersion(folder: string): number {
  return Number(folder.split('/').at(-2));
}

function describeMissing(program: string, debianPackage: string): string {
  return `The program "${program}" is missing (Debian: apt-get install ${debianPackage}).`;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
