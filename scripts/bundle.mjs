// @ts-check
/**
 * Prints which packages and folders a screen's scripts contain, with the compressed size of each JavaScript chunk. The
 * compressed size of a package is estimated from its share of the chunk's source.
 *
 * npm run bundle [-- routes/reading/article]
 */
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';

const SCREEN = `src/web/${process.argv[2] ?? 'routes/reading/article'}.tsx`;
/** Packages and folders are printed only if their compressed size is at least this number of bytes. */
const SMALLEST = 200;

process.env.NODE_ENV = 'production';
const result = await build({ logLevel: 'error', build: { write: false } });
const outputs = 'output' in result ? result.output : [];
const chunks = outputs.flatMap((output) => (output.type === 'chunk' ? [output] : []));

/** @type {Map<string, number>} */
const totals = new Map();
let sum = 0;
for (const chunk of findScreenChunks()) {
  const bytes = brotliCompressSync(chunk.code).length;
  sum += bytes;
  console.log(`\n${String(bytes).padStart(7)}  ${chunk.fileName}`);
  for (const [name, share] of computeShares(chunk)) {
    const estimate = Math.round(share * bytes);
    totals.set(name, (totals.get(name) ?? 0) + estimate);
    if (estimate >= SMALLEST) console.log(`${String(estimate).padStart(11)}  ${name}`);
  }
}
console.log(`\n${String(sum).padStart(7)}  all scripts of ${SCREEN}, compressed`);
for (const [name, bytes] of [...totals].sort(([, a], [, b]) => b - a))
  if (bytes >= SMALLEST) console.log(`${String(bytes).padStart(11)}  ${name}`);

/** Returns the chunks of the app's entry module and of a screen, with all chunks that they import. */
function findScreenChunks() {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const screenChunks = new Set(
    chunks.filter(
      ({ facadeModuleId }) =>
        facadeModuleId?.endsWith('src/web/entry-client.tsx') || facadeModuleId?.endsWith(SCREEN),
    ),
  );
  if (screenChunks.size < 2) throw new Error(`There is no screen ${SCREEN}.`);
  for (const chunk of screenChunks)
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) screenChunks.add(imported);
    }
  return screenChunks;
}

/**
 * Returns the share of each package and folder in a chunk, from 0 to 1.
 * @param {import('vite').Rolldown.OutputChunk} chunk
 * @returns {[name: string, share: number][]} largest first
 */
function computeShares({ modules }) {
  /** @type {Map<string, number>} */
  const lengths = new Map();
  let totalLength = 0;
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    totalLength += renderedLength;
    lengths.set(getModuleOwner(id), (lengths.get(getModuleOwner(id)) ?? 0) + renderedLength);
  }
  return [...lengths]
    .map(([name, length]) => /** @type {[string, number]} */ ([name, length / totalLength]))
    .sort(([, a], [, b]) => b - a);
}

/** Returns the npm package or the project folder that contains a module. @param {string} id */
function getModuleOwner(id) {
  const name = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1];
  return name ?? /src[\\/](.+?)[\\/][^\\/]+$/.exec(id)?.[1] ?? 'the rest';
}
