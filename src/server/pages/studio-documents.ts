import { readFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { DIST_FOLDER } from './dist.ts';

/** The HTML documents of the studio, the application for editors. They load the studio's scripts. */
export interface StudioDocuments {
  shell(): string;
  preview(): string;
}

/** Vite's manifest of the studio build. It maps source files to built files. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>;

const MANIFEST = path.join(DIST_FOLDER, 'client/.vite/studio.json');

/**
 * Returns the studio's documents, which load the built scripts from `dist/`. The build is read on first use. If the
 * studio has not been built, the methods of the returned object throw {@link StartError}.
 */
export function loadStudioDocuments(): StudioDocuments {
  let manifest: Manifest | undefined;
  const renderTags = (entry: string) => {
    manifest ??= readManifest();
    return renderEntryTags(manifest, entry);
  };
  return createStudioBuild(renderTags);
}

/**
 * Returns the studio's documents for development, which load source files from Vite. `prefixHtml` is HTML that is
 * inserted before the scripts.
 */
export function createDevelopmentStudioDocuments(prefixHtml: string): StudioDocuments {
  return createStudioBuild(
    (entry) =>
      `${prefixHtml}<script type="module" src="/src/studio/theme.ts"></script><script type="module" src="/${entry}"></script>`,
  );
}

function createStudioBuild(renderTags: (entry: string) => string): StudioDocuments {
  return {
    shell: () => renderDocument('Octavo Studio', renderTags('src/studio/main.tsx')),
    preview: () => renderDocument('Preview', renderTags('src/studio/preview.tsx')),
  };
}

function renderDocument(title: string, tags: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${tags}
</head>
<body>
<div id="root"></div>
</body>
</html>
`;
}

function readManifest(): Manifest {
  try {
    return JSON.parse(readFileSync(MANIFEST, 'utf8')) as Manifest;
  } catch {
    throw new StartError('The studio has not been built. Run "npm run build".');
  }
}

/**
 * Renders the HTML tags that load an entry point of the studio. The theme script is a small classic script, because it
 * must run before the first paint. `layers.css` comes before all other style sheets, because it defines the order of
 * the cascade layers.
 */
function renderEntryTags(manifest: Manifest, entry: string): string {
  const files = new Set<string>();
  const sheets = new Set<string>();
  const visit = (module: string) => {
    const chunk = manifest[module];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const sheet of chunk.css ?? []) sheets.add(sheet);
  };
  visit(entry);
  const [script, ...imports] = files;
  return [
    `<script src="/${manifest['src/studio/theme.ts']!.file}"></script>`,
    `<link rel="stylesheet" href="/${manifest['src/studio/layers.css']!.file}">`,
    ...[...sheets].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...imports.map((file) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${script}"></script>`,
  ].join('\n');
}
