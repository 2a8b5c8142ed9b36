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

/** What the web build gives the server: how to render a screen, and what its document stands on. */
export interface WebBuild {
  /** Changes whenever a page would look or behave differently. */
  id: string;
  /** When it was made, ISO 8601. */
  builtAt: string;
  /** The HTML of the screen at `url`. Rejects when React does. */
  renderScreen(url: string, payload: PagePayload): Promise<string>;
  /** What the document of the page at an address stands on. */
  getDocumentAssets(address: string): DocumentAssets;
  /** While the pages are being worked on: nothing is cached, and styles may be put into pages. */
  isDevelopment?: boolean;
  /** The documents of the studio. */
  studio: StudioBuild;
  /** Answers requests for sources before anything else does. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

/** What stands in a document's head for the sake of its looks and its behaviour. */
export interface DocumentAssets {
  /** Markup: `boot.ts` and every style of the page, so that it can be painted as soon as it is there. */
  tags: string;
  /** What of that the policy has to allow, by its hash. */
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
/** Fonts of the first lines of every page; the others are fetched when a rule asks for them. */
const FIRST_FONTS = ['octavo-text.woff2', 'octavo-display.woff2'];

/**
 * Until the scripts are there a link leads to a whole document: the browser fetches it as soon as somebody is about to
 * follow one, unless they save data. `entry-client.tsx` takes over from there. What lies under these paths does
 * something when it is asked for, or is no page.
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

/** What `entry-server.tsx` is. */
interface ServerEntry extends Pick<WebBuild, 'renderScreen'> {
  findModule(address: string): string | undefined;
}

/** Loads the build in `dist/`. Throws {@link StartError} when there is none. */
export async function loadWebBuild(): Promise<WebBuild> {
  const source = readManifest();
  const manifest = JSON.parse(source) as Manifest;
  const server = path.join(DIST_FOLDER, 'server/entry-server.js');
  const { renderScreen, findModule } = (await import(pathToFileURL(server).href)) as ServerEntry;
  const hash = createHash('sha256').update(source).update(readFileSync(server));
  const frameOf = memoize((module) => createDocumentAssets(manifest, module));
  return {
    id: hash.digest('hex').slice(0, 12),
    builtAt: statSync(MANIFEST).mtime.toISOString(),
    renderScreen,
    studio: loadStudioBuild(),
    getDocumentAssets: (address) => frameOf(findModule(address)),
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
 * Styles stand in the document, and not beside it: on a slow line each file more is a journey there and back before
 * anything is seen. Scripts are only named: `boot.ts` fetches them when they are wanted, and runs them in this order.
 */
function createDocumentAssets(manifest: Manifest, module: string | undefined): DocumentAssets {
  const screen = module && manifest[module] ? [module] : [];
  // Those of the entry come first: they say in which order the layers of all others stand.
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
      // Whose browser runs no script has them at once; otherwise it is `boot.ts` that says when.
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

/** Whether a screen is there to do something in, and not to be read: its scripts are wanted in any case. */
function isInteractiveScreen(module: string | undefined): boolean {
  return module?.includes('/account/') ?? false;
}

/** What a file of the build says, as it can stand in a document. */
function readBuiltFile(file: string): string {
  const content = readFileSync(path.join(DIST_FOLDER, 'client', file), 'utf8').trim();
  if (/<\/(script|style)/i.test(content))
    throw new StartError(`${file} cannot be inlined in a document. Run "npm run build".`);
  return content;
}

/** As a policy names it (CSP level 3, 2.3.1). */
function createCspHash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/** The chunks of some modules and everything they import: each before what it imports itself. */
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

/** Their files, each after those of what it imports. */
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
