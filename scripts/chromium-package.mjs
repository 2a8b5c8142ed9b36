// @ts-check
/**
 * Unpacks Chromium from the npm package `@sparticuz/chromium`, which is built for cloud functions. The package's
 * function `executablePath()` is not used for three reasons: it unpacks into the shared temporary folder, it treats any
 * existing file there as complete, and it unpacks libraries and fonts only in a cloud function.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE_FOLDER = fileURLToPath(new URL('../node_modules/.octavo', import.meta.url));
const ARCHIVES = ['chromium.br', 'swiftshader.tar.br', 'fonts.tar.br', 'al2023.tar.br'];

/**
 * A shell script that starts Chromium on a machine that may lack libraries or fonts. It uses the package's libraries
 * only if the system's libraries are missing. It also makes the package's fonts available, because pages would show no
 * text without fonts.
 */
const LAUNCHER = `#!/bin/sh
here=\${0%/*}
case "$(ldd "$here/chromium" 2>&1)" in
  *"not found"*) export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" ;;
esac
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

/** A fontconfig file that makes the machine's fonts and the package's fonts available. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Unpacks Chromium, unless it is already unpacked. @returns {Promise<string>} path of the program that launches it */
export async function unpackChromium() {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const packageFolder = join(dirname(entry), '..');
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const folder = join(CACHE_FOLDER, `chromium-${version}`);
  const launcher = join(folder, 'launch');
  if (existsSync(launcher)) return launcher;

  // Chromium is unpacked into a temporary folder, which is then renamed. A folder with the final name is therefore
  // always complete. If two processes unpack at the same time, only one of their renames succeeds.
  const draftFolder = join(CACHE_FOLDER, `chromium-${process.pid}`);
  await mkdir(draftFolder, { recursive: true });
  await unpackInto(draftFolder, join(packageFolder, 'bin'));
  await writeFile(join(draftFolder, 'fonts.conf'), FONTS_CONF);
  await writeFile(join(draftFolder, 'launch'), LAUNCHER);
  await chmod(join(draftFolder, 'launch'), 0o755);
  await rename(draftFolder, folder).catch((error) => {
    if (!existsSync(launcher)) throw error;
  });
  await rm(draftFolder, { recursive: true, force: true });
  return launcher;
}

/**
 * Unpacks the package's archives into a folder.
 * @param {string} folder
 * @param {string} archives path of the folder that contains the archives
 */
async function unpackInto(folder, archives) {
  const { inflate } = await import('@sparticuz/chromium');
  // `inflate` always writes to the temporary folder of the process. TMPDIR is therefore set to the target folder during
  // the call.
  const previousTmpdir = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await Promise.all(ARCHIVES.map((name) => inflate(join(archives, name))));
  } finally {
    if (previousTmpdir === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = previousTmpdir;
  }
}
