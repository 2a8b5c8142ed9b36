import { enableCompileCache, type ResolveFnOutput, registerHooks } from 'node:module';

/** The package whose files {@link speedUpImports} resolves without Node's package lookup. */
const FAST_RESOLVED_PACKAGE = 'drizzle-orm';
const PACKAGE_PATH = `/node_modules/${FAST_RESOLVED_PACKAGE}/`;

const resolutions = new Map<string, ResolveFnOutput>();

/**
 * Speeds up imports: enables Node's compile cache, and resolves Drizzle's files without Node's package lookup. Without
 * this function, Node would parse Drizzle's `package.json` (180 KB) again for each of its 300 files. The two measures
 * reduce the CPU time of a start by a third (`docs/decisions/0039-what-octavo-builds-itself.md`). Call this function
 * before anything else is imported.
 */
export function speedUpImports(): void {
  enableCompileCache();
  registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL = '', conditions } = context;
      const isInside = specifier.startsWith('.') && parentURL.includes(PACKAGE_PATH);
      const isOwnName =
        specifier === FAST_RESOLVED_PACKAGE || specifier.startsWith(`${FAST_RESOLVED_PACKAGE}/`);
      // `require` calls are left to Node, because they must resolve to files in the package's CommonJS build.
      if (conditions.includes('require') || !(isInside || isOwnName))
        return next(specifier, context);
      return resolveOnce(isInside ? new URL(specifier, parentURL).href : specifier, () =>
        next(specifier, context),
      );
    },
  });
}

/**
 * Resolves a module of {@link FAST_RESOLVED_PACKAGE}. For a package name, calls `resolve` only once, and caches the
 * result. A file URL needs no lookup, because all files in the package's ES build are ES modules.
 */
function resolveOnce(name: string, resolve: () => ResolveFnOutput): ResolveFnOutput {
  if (name.startsWith('file:')) return { url: name, format: 'module', shortCircuit: true };
  const resolution = resolutions.get(name) ?? resolve();
  resolutions.set(name, resolution);
  return { ...resolution, shortCircuit: true };
}
