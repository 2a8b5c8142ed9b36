import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import {
  findSherpaVersion,
  REQUIRED_SHERPA_VERSION,
  SHERPA_MANIFEST_FOLDER,
} from '#speech/engines/neural/sherpa-onnx.ts';
import { npmCommand } from '../setup/packages.mjs';
import { runQuietly } from '../setup/run-quietly.mjs';

/** Arguments of the npm command. `ci` installs exactly the packages of the lockfile, and checks their hashes. */
const NPM_CI = ['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];

/**
 * Installs sherpa-onnx in a folder, unless it exists, and returns its version. The folder is renamed into place, so it is
 * never incomplete. Throws a {@link StartError} with npm's last lines as its cause if npm fails.
 */
export async function installSherpaOnnx(folder: string): Promise<string> {
  if (findSherpaVersion(folder) === REQUIRED_SHERPA_VERSION) return REQUIRED_SHERPA_VERSION;
  const draft = `${folder}-${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  try {
    cpSync(SHERPA_MANIFEST_FOLDER, draft, { recursive: true });
    const npm = npmCommand();
    const { hasSucceeded, lastLines } = await runQuietly(
      npm.command,
      [...npm.args, ...NPM_CI, '--prefix', draft],
      { throughShell: npm.throughShell },
    );
    if (!hasSucceeded || findSherpaVersion(draft) !== REQUIRED_SHERPA_VERSION)
      throw notInstalled(folder, lastLines);
    replace(folder, draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return REQUIRED_SHERPA_VERSION;
}

function replace(folder: string, draft: string): void {
  const former = `${draft}-former`;
  if (existsSync(folder)) renameSync(folder, former);
  renameSync(draft, folder);
  rmSync(former, { recursive: true, force: true });
}

function notInstalled(folder: string, lastLines: string): StartError {
  const { platform, arch } = process;
  return new StartError(
    `npm could not install sherpa-onnx-node ${REQUIRED_SHERPA_VERSION}; its last lines are above. Without a network, run this command on a connected machine of the same kind (${platform}, ${arch}), and copy its folder to ${folder}.`,
    { cause: lastLines },
  );
}
