import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PagePayload } from '#domain/page.ts';
import type { InlineBlockHashes } from '#server/platform/http/security-headers.ts';

import { StartError } from '#server/platform/start-error.ts';
import { DIST_FOLDER } from './dist.ts';
import { loadStudioDocuments, type StudioDocuments } from './studio-documents.ts';
import { parseStyleSheet, selectStyles } from './style-sheet.ts';

/** The build of the website. It renders screens and provides the styles and scripts of their HTML documents. */
export interface WebBuild {
  /** The ID of the build. It changes whenever the appearance or behavior of a page changes. */
  id: string;
  /** The time of the build, in ISO 8601 format. */
  builtAt: string;
  /** Renders the screen at `url` as HTML. Rejects if React throws. */
  renderScreen(url: string, payload: PagePayload): Promise<string>;
  /** Returns the styles and scripts for the head of the document at `url`. `html` is the rendered screen. */
  createDocumentAssets(url: string, html: string): DocumentAssets;
  /** True in development. In development, no page is cached, and pages may contain inline styles. */
  isDevelopment?: boolean;
  /** The HTML documents of the studio. */
  studio: StudioDocuments;
  /** Connect middleware that serves source files in development. It runs before all routes. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

/** The styles and scripts in the head of a document. */
export interface DocumentAssets {
  /**
   * HTML tags that contain `boot.ts` and the styles of the document. With them, the browser can paint the page without
   * further requests.
   */
  tags: string;
  /** The hashes of the document's inline scripts and styles, which the content security policy must allow. */
  inlineBlockHashes: InlineBlockHashes;
}

/** Vite's manifest of the web build. It maps source files to built files. */
type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[]; src?: string }
>;

const MANIFEST = path.join(DIST_FOLDER, 'client/.vite/manifest.json');
const ENTRY = 'src/web/entry-client.tsx';
const BOOT = 'src/web/boot.ts';
const FONTS = 'src/ui/fonts.css';
/**
 * The fonts that every page loads first, because the text at the top of a page uses them. The browser loads other fonts
 * when a style uses them.
 */
const FIRST_FONTS = ['octavo-text.woff2', 'octavo-display.woff2'];

/**
 * Speculation rules that tell browsers to prefetch linked documents. They apply only until the scripts have loaded.
 * After that, `entry-client.tsx` prefetches pages itself. Browsers ignore the rules if the user has turned on data
 * saving. The excluded paths have side effects or are not pages.
 */
const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/auth/*', '/api/*', '/oidc/*', '/studio/*', '/images/*'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

/** The exports of `entry-server.tsx`, the module that renders pages on the server. */
interface ServerEntry extends Pick<WebBuild, 'renderScreen'> {
  findScreenModulePath(url: string): string | undefined;
}

/** Loads the web build from `dist/`. Throws {@link StartError} if it is missing. */
export async function loadWebBuild(): Promise<WebBuild> {
  const source = readManifest();
  const manifest = JSON.parse(source) as Manifest;
  const server = path.join(DIST_FOLDER, 'server/entry-server.js');
  const { renderScreen, findScreenModulePath } = (await import(
    pathToFileURL(server).href
  )) as ServerEntry;
  const hash = createHash('sha256').update(source).update(readFileSync(server));
  // The ID of the build must also depend on the modules in this folder and its subfolders, because they determine the
  // content and the content security policy of documents, although they are not part of the build. Otherwise, a 304
  // response could combine an old cached document with a new policy.
  for (const file of readdirSync(import.meta.dirname, { encoding: 'utf8', recursive: true }).sort())
    if (/(?<!\.test)\.ts$/.test(file))
      hash.update(readFileSync(path.join(import.meta.dirname, file)));
  const getAssetFactory = memoize((module) => createAssetFactory(manifest, module));
  return {
    id: hash.digest('hex').slice(0, 12),
    builtAt: statSync(MANIFEST).mtime.toISOString(),
    renderScreen,
    studio: loadStudioDocuments(),
    createDocumentAssets: (url, html) => getAssetFactory(findScreenModulePath(url))(html),
  };
}

function readManifest(): string {
  try {
    return readFileSync(MANIFEST, 'utf8');
  } catch {
    throw new StartError('The web pages have not been built. Run "npm run build".');
  }
}

/**
 * Returns a function that creates the styles and scripts for the documents of a screen. The styles that apply to a
 * document are inlined, because each additional file costs a round trip before the first paint on a slow connection.
 * The document only lists the paths of the scripts and of the complete style sheets. `boot.ts` loads them in the listed
 * order when they are needed.
 */
function createAssetFactory(
  manifest: Manifest,
  module: string | undefined,
): (html: string) => DocumentAssets {
  const screen = module && manifest[module] ? [module] : [];
  // The styles of the entry point come first, because they define the order of the cascade layers.
  const sheets = unique(
    listReachableChunks(manifest, [ENTRY, ...screen]).flatMap(({ css = [] }) => css),
  );
  const scripts = listFilesInEvaluationOrder(manifest, [...screen, ENTRY]);
  const boot = readBuiltFile(manifest[BOOT]!.file);
  const styles = sheets.map((file) => parseStyleSheet(readBuiltFile(file)));
  const fonts = readBuiltFile(manifest[FONTS]!.file);
  const joinPaths = (files: readonly string[]) => files.map((file) => `/${file}`).join(' ');
  const preloadedFonts = FIRST_FONTS.map((name) => findFontFile(manifest, name));
  const files = `data-scripts="${joinPaths(scripts)}" data-sheets="${joinPaths(sheets)}"`;
  const bootTags = [
    // If scripts are disabled, the font styles apply immediately. Otherwise, `boot.ts` enables them.
    `<style media="(scripting: none)" data-fonts="${joinPaths(preloadedFonts)}">${fonts}</style>`,
    `<script ${files}${isInteractiveScreen(module) ? ' data-is-app' : ''}>${boot}</script>`,
  ].join('');
  const rules = `<script type="speculationrules">${SPECULATION_RULES}</script>`;
  const scriptHashes = [createCspHash(boot), createCspHash(SPECULATION_RULES)];
  const fontsHash = createCspHash(fonts);
  return (html) => {
    const style = selectStyles(styles, html);
    return {
      tags: `${bootTags}<style>${style}</style>${rules}`,
      inlineBlockHashes: { scripts: scriptHashes, styles: [fontsHash, createCspHash(style)] },
    };
  };
}

/**
 * Returns true if a screen always needs its scripts. These screens are the account screens, which readers interact
 * with, and the offline screen, which lists the articles that the browser has saved. `module` is the path of the
 * screen's module.
 */
function isInteractiveScreen(module: string | undefined): boolean {
  return /\/(?:account\/|text\/offline)/.test(module ?? '');
}

/** Reads a built file so that it can be inlined in documents. */
function readBuiltFile(file: string): string {
  const content = readFileSync(path.join(DIST_FOLDER, 'client', file), 'utf8').trim();
  if (/<\/(script|style)/i.test(content))
    throw new StartError(`${file} cannot be inlined in a document. Run "npm run build".`);
  return content;
}

/** Returns the hash of a script or style in the syntax of a content security policy (CSP level 3, 2.3.1). */
function createCspHash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/**
 * Lists the chunks of the given modules and all chunks that they import, in the order in which a
 * depth-first search first reaches them.
 */
function listReachableChunks(manifest: Manifest, modules: readonly string[]) {
  const visited = new Set<string>();
  const visit = (module: string) => {
    if (visited.has(module)) return;
    visited.add(module);
    for (const imported of manifest[module]?.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return [...visited].flatMap((module) => manifest[module] ?? []);
}

/**
 * Lists the files of the given modules and all files that they import, in evaluation order: each file follows its
 * imports.
 */
function listFilesInEvaluationOrder(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (module: string) => {
    if (visited.has(module)) return;
    visited.add(module);
    const { imports = [], file } = manifest[module] ?? {};
    for (const imported of imports) visit(imported);
    if (file) files.add(file);
  };
  for (const module of modules) visit(module);
  return [...files];
}

function findFontFile(manifest: Manifest, name: string): string {
  const font = Object.values(manifest).find(({ src }) => src?.endsWith(`/${name}`));
  if (!font) throw new StartError(`The build has no font ${name}. Run "npm run build".`);
  return font.file;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function memoize<Value>(compute: (key: string | undefined) => Value) {
  const cache = new Map<string | undefined, Value>();
  return (key: string | undefined) => {
    const value = cache.get(key) ?? compute(key);
    cache.set(key, value);
    return value;
  };
}
