import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PagePayload } from '#domain/page.ts';
import type { Inline } from '#server/platform/http/security-headers.ts';

import { StartError } from '#server/platform/start-error.ts';
import { DIST_FOLDER } from './dist.ts';
import { loadStudioBuild, type StudioBuild } from './studio-build.ts';

/** The web build: renders screens and knows the assets of their documents. */
export interface WebBuild {
  /** Changes whenever a page would look or behave differently. */
  id: string;
  /** The time of the build, ISO 8601. */
  builtAt: string;
  /** Renders the screen at `url` to HTML. Rejects if React does. */
  renderScreen(url: string, payload: PagePayload): Promise<string>;
  /** Returns the assets that the document at a URL contains. */
  getDocumentAssets(url: string): DocumentAssets;
  /** True in development: nothing is cached, and pages may contain inline styles. */
  isDevelopment?: boolean;
  /** The documents of the studio. */
  studio: StudioBuild;
  /** Serves sources in development, before all routes. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

/** The styles and scripts in a document's head. */
export interface DocumentAssets {
  /** Markup with `boot.ts` and all styles of the page, so that it can be painted without further requests. */
  tags: string;
  /** The hashes that the content security policy must allow. */
  inline: Inline;
}

/** Vite's manifest: source file to built file. */
type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[]; src?: string }
>;

const MANIFEST = path.join(DIST_FOLDER, 'client/.vite/manifest.json');
const ENTRY = 'src/web/entry-client.tsx';
const BOOT = 'src/web/boot.ts';
const FONTS = 'src/ui/fonts.css';
/** Fonts that the first lines of every page use. The others are loaded when a style needs them. */
const FIRST_FONTS = ['octavo-text.woff2', 'octavo-display.woff2'];

/**
 * Prefetches linked documents before the scripts have loaded, unless the user saves data; `entry-client.tsx` takes over
 * from there. The excluded paths have side effects or are not pages.
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

/** The exports of `entry-server.tsx`. */
interface ServerEntry extends Pick<WebBuild, 'renderScreen'> {
  routeModuleOf(url: string): string | undefined;
}

/** Loads the build in `dist/`. Throws {@link StartError} if there is none. */
export async function loadWebBuild(): Promise<WebBuild> {
  const source = readManifest();
  const manifest = JSON.parse(source) as Manifest;
  const server = path.join(DIST_FOLDER, 'server/entry-server.js');
  const { renderScreen, routeModuleOf } = (await import(pathToFileURL(server).href)) as ServerEntry;
  const hash = createHash('sha256').update(source).update(readFileSync(server));
  const frameOf = memoize((module) => createDocumentAssets(manifest, module));
  return {
    id: hash.digest('hex').slice(0, 12),
    builtAt: statSync(MANIFEST).mtime.toISOString(),
    renderScreen,
    studio: loadStudioBuild(),
    getDocumentAssets: (url) => frameOf(routeModuleOf(url)),
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
 * Creates the assets of a screen's documents. Styles are inlined, since on a slow connection every further file costs a
 * round trip before the first paint. Scripts are only listed: `boot.ts` loads them when needed, in this order.
 */
function createDocumentAssets(manifest: Manifest, module: string | undefined): DocumentAssets {
  const screen = module && manifest[module] ? [module] : [];
  // Those of the entry come first, since they define the order of the cascade layers.
  const sheets = unique(
    listReachableChunks(manifest, [ENTRY, ...screen]).flatMap(({ css = [] }) => css),
  );
  const scripts = listFilesInEvaluationOrder(manifest, [...screen, ENTRY]);
  const boot = readBuiltFile(manifest[BOOT]!.file);
  const style = sheets.map(readBuiltFile).join('');
  const fonts = readBuiltFile(manifest[FONTS]!.file);
  const list = (files: readonly string[]) => files.map((file) => `/${file}`).join(' ');
  const first = FIRST_FONTS.map((name) => findFontFile(manifest, name));
  return {
    tags: [
      // Applies immediately without scripts; otherwise `boot.ts` decides when.
      `<style media="(scripting: none)" data-fonts="${list(first)}">${fonts}</style>`,
      `<script data-scripts="${list(scripts)}"${isInteractiveScreen(module) ? ' data-is-app' : ''}>${boot}</script>`,
      `<style data-sheets="${list(sheets)}">${style}</style>`,
      `<script type="speculationrules">${SPECULATION_RULES}</script>`,
    ].join(''),
    inline: {
      scripts: [createCspHash(boot), createCspHash(SPECULATION_RULES)],
      styles: [createCspHash(fonts), createCspHash(style)],
    },
  };
}

/** True for screens to work with rather than read, whose scripts are needed in any case. */
function isInteractiveScreen(module: string | undefined): boolean {
  return module?.includes('/account/') ?? false;
}

/** Reads a built file for inlining. */
function readBuiltFile(file: string): string {
  const content = readFileSync(path.join(DIST_FOLDER, 'client', file), 'utf8').trim();
  if (/<\/(script|style)/i.test(content))
    throw new StartError(`${file} cannot be inlined in a document. Run "npm run build".`);
  return content;
}

/** Returns a hash in the syntax of a content security policy (CSP level 3, 2.3.1). */
function createCspHash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/** Lists the chunks of modules with everything they import, importers first. */
function listReachableChunks(manifest: Manifest, modules: readonly string[]) {
  const seen = new Set<string>();
  const visit = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
    for (const imported of manifest[module]?.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return [...seen].flatMap((module) => manifest[module] ?? []);
}

/** Lists the files of modules with everything they import, imports first. */
function listFilesInEvaluationOrder(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
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
  const known = new Map<string | undefined, Value>();
  return (key: string | undefined) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
