import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PagePayload } from '#domain/page.ts';
import { StartError } from '#server/platform/start-error.ts';

/** What the web build gives the server: how to render a screen, and which files a page loads. */
export interface WebBuild {
  /** Changes whenever a page would look or behave differently. */
  id: string;
  /** When it was made, ISO 8601. */
  builtAt: string;
  renderScreen(url: string, payload: PagePayload): Promise<RenderedScreen>;
  /** Markup for the head of a page whose screen comes from `module`. */
  tagsFor(module: string | undefined): string;
  /** While the pages are being worked on: nothing is cached, and styles may be put into pages. */
  isDevelopment?: boolean;
  /** Answers requests for sources before anything else does. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

interface RenderedScreen {
  html: string;
  module: string | undefined;
}

/** Vite's manifest: source file to built file. */
type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[]; src?: string }
>;

export const DIST = path.join(fileURLToPath(import.meta.url), '../../../../dist');

const MANIFEST = path.join(DIST, 'client/.vite/manifest.json');
const ENTRY = 'src/web/entry-client.tsx';
const BOOT = 'src/web/boot.ts';
/** Needed by the first lines of every page; the others are fetched when a rule asks for them. */
const PRELOADED_FONTS = ['octavo-text.woff2', 'octavo-display.woff2'];

/** Loads the build in `dist/`. Throws {@link StartError} when there is none. */
export async function loadWebBuild(): Promise<WebBuild> {
  const source = readManifest();
  const manifest = JSON.parse(source) as Manifest;
  const server = path.join(DIST, 'server/entry-server.js');
  const { renderScreen } = (await import(pathToFileURL(server).href)) as Pick<
    WebBuild,
    'renderScreen'
  >;
  const hash = createHash('sha256').update(source).update(readFileSync(server));
  return {
    id: hash.digest('hex').slice(0, 12),
    builtAt: statSync(MANIFEST).mtime.toISOString(),
    renderScreen,
    tagsFor: memoize((module) => tagsOf(manifest, module)),
  };
}

function readManifest(): string {
  try {
    return readFileSync(MANIFEST, 'utf8');
  } catch {
    throw new StartError('The web pages have not been built. Run "npm run build".');
  }
}

function tagsOf(manifest: Manifest, module: string | undefined): string {
  const chunks = reachable(manifest, [ENTRY, ...(module && manifest[module] ? [module] : [])]);
  const styles = unique(chunks.flatMap(({ css = [] }) => css));
  const fonts = PRELOADED_FONTS.map((name) => fontOf(manifest, name));
  const scripts = unique(chunks.map(({ file }) => file)).filter(
    (file) => file !== manifest[ENTRY]!.file,
  );
  return [
    `<script src="/${manifest[BOOT]!.file}"></script>`,
    ...fonts.map(
      (file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    `<script type="module" src="/${manifest[ENTRY]!.file}"></script>`,
    ...scripts.map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join('');
}

/** The chunks of some modules and everything they import, first things first. */
function reachable(manifest: Manifest, modules: readonly string[]) {
  const seen = new Set<string>();
  const visit = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
    for (const imported of manifest[module]?.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return [...seen].flatMap((module) => manifest[module] ?? []);
}

function fontOf(manifest: Manifest, name: string): string {
  const font = Object.values(manifest).find(({ src }) => src?.endsWith(`/${name}`));
  if (!font) throw new StartError(`The build has no font ${name}. Run "npm run build".`);
  return font.file;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function memoize(compute: (key: string | undefined) => string) {
  const known = new Map<string | undefined, string>();
  return (key: string | undefined) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
