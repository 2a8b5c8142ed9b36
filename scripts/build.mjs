// @ts-check
/**
 * Builds the readers' app and the studio for browsers into dist/client, and the readers' app for server rendering into
 * dist/server. Also builds the service worker, dist/client/sw.js. Then writes the third-party notices, records the
 * build in dist/builds.json, removes the assets of old builds, and writes precompressed copies of the assets.
 *
 * node scripts/build.mjs        (npm start runs it when an input has changed)
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { writeLicenseNotices } from '../tools/licences/notices.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLIENT = join(ROOT, 'dist', 'client');
const SERVER_ENTRY = join(ROOT, 'dist', 'server', 'entry-server.js');
const BUILDS = join(ROOT, 'dist', 'builds.json');

/**
 * Number of builds whose assets are kept. Older builds are needed, because pages in a CDN's cache or in an open tab may
 * request their assets.
 */
const KEPT_BUILD_COUNT = 5;

/** The modules that a page imports when a reader plays a narration. */
const PLAYER_MODULES = ['player.ts', 'mini-player.tsx', 'full-player.tsx'].map(
  (name) => `src/web/features/listening/${name}`,
);
/**
 * The module that an article page imports on demand while the article is read. The modules that this module imports
 * dynamically are also needed for reading.
 */
const READING_MODULE = 'src/web/routes/reading/reading-code.tsx';

const COMPRESSED_EXTENSIONS = [
  '.js',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.txt',
  '.xml',
  '.map',
];
/**
 * The values of the Brotli parameter `NDIRECT` (number of direct distance codes; RFC 7932, section 4) to try when a
 * file is compressed. The best value depends on the content, so the smallest result is kept. Trying all values saves
 * about 180 bytes in the scripts that an article page loads.
 */
const BROTLI_DIRECT_DISTANCE_CODES = [0, 2, 4, 6];
const COMPRESSIONS = [
  {
    suffix: '.br',
    compress: compressWithBrotli,
  },
  {
    suffix: '.gz',
    compress: (/** @type {Buffer} */ bytes) => promisify(gzip)(bytes, { level: 9 }),
  },
];

/**
 * A build of the web apps, as recorded in dist/builds.json.
 * @typedef {object} Build
 * @property {string} id a short hash of the content of the bundles: the same sources give the same ID
 * @property {string} time time of the build, ISO 8601
 * @property {string[]} assets files written to dist/client/assets, such as "assets/client-Bx3k.js"
 */

process.chdir(ROOT);
// With any other value of NODE_ENV, the bundles would contain React's development build.
process.env.NODE_ENV = 'production';
try {
  const browserOutputs = await buildForTheBrowser();
  const serverOutputs = await buildForTheServer();
  const studioOutputs = await buildForEditors();
  const serviceWorkerOutputs = await buildServiceWorker();
  writeLicenseNotices(
    ROOT,
    listPackages([...browserOutputs, ...serverOutputs, ...studioOutputs, ...serviceWorkerOutputs]),
  );
  const assets = listAssetNames([...browserOutputs, ...studioOutputs]);
  const builds = await recordBuild(assets);
  await removeAssetsOutside(builds);
  await writeCompressedSiblings();
  console.log(`Build ${builds[0]?.id}: ${assets.length} assets.`);
} catch (error) {
  // Prints only the message of Vite's error, because it names the file and the line. The stack trace shows only Vite's
  // own code.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @typedef {import('vite').Rolldown.RolldownOutput['output'][number]} Output */

async function buildForTheBrowser() {
  return listOutputs(await build());
}

async function buildForEditors() {
  return listOutputs(await build({ configFile: 'vite.studio.config.ts' }));
}

/**
 * Builds the service worker. It contains a hash of the app's build, so that browsers detect each new build and save its
 * offline screen. It also contains the paths of the files that pages import on demand. The service worker saves these
 * files, so that they are available without a network.
 */
async function buildServiceWorker() {
  const manifest = await readManifest();
  const result = await build({
    configFile: 'vite.service-worker.config.ts',
    define: {
      BUILD_ID: JSON.stringify(await hashBuild()),
      READING_ASSETS: JSON.stringify(
        listAssets(manifest, [READING_MODULE, ...(manifest[READING_MODULE]?.dynamicImports ?? [])]),
      ),
      PLAYER_ASSETS: JSON.stringify(listAssets(manifest, PLAYER_MODULES)),
    },
  });
  return listOutputs(result);
}

/**
 * The entries of Vite's manifest for the browser bundles, by the path of the source module.
 * @typedef {Record<string, { file: string, css?: string[], imports?: string[], dynamicImports?: string[] }>} Manifest
 */

/** @returns {Promise<Manifest>} */
async function readManifest() {
  return JSON.parse(await readFile(join(CLIENT, '.vite', 'manifest.json'), 'utf8'));
}

/**
 * Returns the paths of the scripts and style sheets that a page loads when it imports the given modules. Includes files
 * that the page's own bundle also uses.
 * @param {Manifest} manifest
 * @param {readonly string[]} modules
 */
function listAssets(manifest, modules) {
  /** @type {Set<string>} */
  const files = new Set();
  const collect = (/** @type {string} */ name) => {
    const { file, css = [], imports = [] } = manifest[name] ?? {};
    if (!file) throw new Error(`The manifest lacks ${name}.`);
    if (files.has(file)) return;
    for (const path of [file, ...css]) files.add(path);
    imports.forEach(collect);
  };
  modules.forEach(collect);
  return [...files].map((file) => `/${file}`);
}

async function buildForTheServer() {
  const result = await build({
    // Replaces `process.env.NODE_ENV` at build time. Otherwise, React would check NODE_ENV at run time, and a server
    // that was started without NODE_ENV would use React's slow development build.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { ssr: 'src/web/entry-server.tsx', outDir: 'dist/server', emptyOutDir: true },
  });
  return listOutputs(result);
}

/**
 * Returns the files that a Vite build has produced.
 * @param {Awaited<ReturnType<typeof build>>} result
 * @returns {Output[]}
 */
function listOutputs(result) {
  const builds = 'output' in result ? [result] : Array.isArray(result) ? result : [];
  return builds.flatMap(({ output }) => output);
}

/** Returns the paths of the files in assets/. @param {Output[]} outputs */
function listAssetNames(outputs) {
  return outputs
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('assets/'))
    .sort();
}

/** Returns the names of the npm packages that the bundles contain. @param {Output[]} outputs */
function listPackages(outputs) {
  const modules = outputs.flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
  const names = modules.flatMap(
    (id) => /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ?? [],
  );
  return new Set(names.map((name) => name.replace('\\', '/')));
}

/**
 * Records a build in dist/builds.json.
 * @param {string[]} assets
 * @returns {Promise<Build[]>} the builds to keep, newest first
 */
async function recordBuild(assets) {
  const id = await hashBuild();
  const earlierBuilds = (await readEarlierBuilds()).filter((build) => build.id !== id);
  const builds = [{ id, time: new Date().toISOString(), assets }, ...earlierBuilds].slice(
    0,
    KEPT_BUILD_COUNT,
  );
  await replaceFile(BUILDS, `${JSON.stringify(builds, null, 2)}\n`);
  return builds;
}

/** Returns a short hash of the bundles. @returns {Promise<string>} */
async function hashBuild() {
  const hash = createHash('sha256');
  for (const file of [
    join(CLIENT, '.vite', 'manifest.json'),
    SERVER_ENTRY,
    join(CLIENT, '.vite', 'studio.json'),
  ])
    hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

/** Returns the earlier builds, or an empty list before the first build. @returns {Promise<Build[]>} */
async function readEarlierBuilds() {
  return existsSync(BUILDS) ? JSON.parse(await readFile(BUILDS, 'utf8')) : [];
}

/**
 * Compresses a file with Brotli, and returns the smallest of several results.
 * @param {Buffer} bytes
 */
async function compressWithBrotli(bytes) {
  const results = await Promise.all(
    BROTLI_DIRECT_DISTANCE_CODES.map((codes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_NDIRECT]: codes,
        },
      }),
    ),
  );
  return results.reduce((best, result) => (result.length < best.length ? result : best));
}

/** Removes the assets that do not belong to any of the given builds. @param {Build[]} builds */
async function removeAssetsOutside(builds) {
  const keptAssets = new Set(builds.flatMap((build) => build.assets));
  const existingAssets = (await listFiles('')).filter((name) => name.startsWith('assets/'));
  const obsoleteAssets = existingAssets.filter(
    (name) => !keptAssets.has(name.replace(/\.(br|gz)$/, '')),
  );
  await Promise.all(obsoleteAssets.map((name) => rm(join(CLIENT, name), { force: true })));
}

async function writeCompressedSiblings() {
  const files = (await listFiles('')).filter((name) =>
    COMPRESSED_EXTENSIONS.includes(extname(name)),
  );
  await Promise.all(
    files.flatMap((name) =>
      COMPRESSIONS.map(async ({ suffix, compress }) => {
        const target = join(CLIENT, name + suffix);
        // The name of an asset contains a hash of its content, so an existing compressed copy is up to date. Other
        // files are compressed again, because their names stay the same when their content changes.
        if (name.startsWith('assets/') && existsSync(target)) return;
        const bytes = await readFile(join(CLIENT, name));
        const compressed = await compress(bytes);
        if (compressed.length < bytes.length) await replaceFile(target, compressed);
        else await rm(target, { force: true });
      }),
    ),
  );
}

/**
 * Lists the files below a folder.
 * @param {string} folder path relative to dist/client
 * @returns {Promise<string[]>} paths relative to dist/client, with forward slashes. Folders whose names begin with a
 *   dot are omitted, because they are not served.
 */
async function listFiles(folder) {
  const entries = await readdir(join(CLIENT, folder), { withFileTypes: true });
  const names = await Promise.all(
    entries
      .filter((entry) => !entry.name.startsWith('.'))
      .map((entry) => {
        const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
        return entry.isDirectory() ? listFiles(name) : [name];
      }),
  );
  return names.flat();
}

/**
 * Replaces a file atomically, because a running server may be reading it.
 * @param {string} path
 * @param {string | Buffer} content
 */
async function replaceFile(path, content) {
  await mkdir(join(path, '..'), { recursive: true });
  const draft = `${path}.${process.pid}.draft`;
  await writeFile(draft, content);
  await rename(draft, path);
}
