import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { getNpmCommand } from '#server/platform/npm-command.mjs';
import { runProgram } from '#server/platform/run-program.ts';
import {
  findSherpaVersion,
  REQUIRED_SHERPA_VERSION,
  SHERPA_MANIFEST_FOLDER,
} from '#speech/engines/neural/sherpa-onnx.ts';
import { InstallationError } from './installation-error.ts';
import {
  getTemporaryFolderPath,
  removeTemporaryFolders,
  replaceFolder,
} from './temporary-folders.ts';

/** Arguments for npm. `ci` installs exactly the packages in the lockfile and checks their hashes. */
const NPM_CI = ['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
/** Number of lines from the end of npm's output that are shown to operators. */
const MAX_SHOWN_LINES = 30;

/**
 * Installs the npm package sherpa-onnx in a folder, unless the folder already contains the required version. Returns
 * the installed version. Prepares the package in a temporary folder, which is renamed to `folder` once it is complete.
 * Throws an {@link InstallationError} if npm fails. The error's `cause` contains the last lines of npm's output.
 */
export async function installSherpaOnnx(folder: string, signal?: AbortSignal): Promise<string> {
  if (findSherpaVersion(folder) === REQUIRED_SHERPA_VERSION) return REQUIRED_SHERPA_VERSION;
  await removeTemporaryFolders(folder);
  const draft = getTemporaryFolderPath(folder);
  await mkdir(path.dirname(folder), { recursive: true });
  try {
    await cp(SHERPA_MANIFEST_FOLDER, draft, { recursive: true });
    const { command, args, throughShell } = getNpmCommand();
    const ciArgs = [...args, ...NPM_CI, '--prefix', draft];
    const { hasSucceeded, output } = await runProgram(command, ciArgs, { signal, throughShell });
    if (!hasSucceeded || findSherpaVersion(draft) !== REQUIRED_SHERPA_VERSION)
      throw createNpmError(folder, output);
    await replaceFolder(folder, draft);
  } finally {
    await removeTemporaryFolders(folder);
  }
  return REQUIRED_SHERPA_VERSION;
}

function createNpmError(folder: string, output: string): InstallationError {
  const { platform, arch } = process;
  return new InstallationError(
    `npm could not install sherpa-onnx-node ${REQUIRED_SHERPA_VERSION}: ${findReason(output)}.`,
    `Its last lines are above. Without a network, run this command on a connected machine of the same kind (${platform}, ${arch}), and copy its folder to ${folder}.`,
    { cause: output.split('\n').slice(-MAX_SHOWN_LINES).join('\n') },
  );
}

/** Returns the reason for npm's failure, which is taken from npm's output if possible. */
function findReason(output: string): string {
  if (/^spawn .+ ENOENT$/.test(output)) return 'npm is not installed on this machine';
  const [, reason] = /reason: (.+)/.exec(output) ?? /npm error (?:code )?(.+)/.exec(output) ?? [];
  return reason ?? 'the package is incomplete';
}
