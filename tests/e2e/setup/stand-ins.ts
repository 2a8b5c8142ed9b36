/**
 * Replaces some of Octavo's modules with stand-ins (simulated versions) from `stand-ins/`. The environment variable
 * STAND_INS lists the stand-ins to use. The option `--import` in NODE_OPTIONS loads this file into a server under test,
 * and into every process that the server starts. Octavo itself has no setting for stand-ins.
 */
import { registerHooks } from 'node:module';

/** The paths of the replaced modules, by the file name of the stand-in that replaces them. */
const REPLACED_MODULES = {
  letter: '/src/server/readers/letter/letter-week.ts',
  library: '/src/server/catalogue/library/sync-library.ts',
  narrator: '/src/speech/engines/built-in-voices.ts',
  pictures: '/src/server/catalogue/pictures/service.ts',
  priority: '/src/server/platform/priority.ts',
  rendering: '/src/covers/render.ts',
  writer: '/src/demo/writer/demo-writer.ts',
} as const;

export type StandInName = keyof typeof REPLACED_MODULES;

const names = (process.env.STAND_INS ?? '').split(',').filter(Boolean) as StandInName[];
const standIns = new Map(
  names.map((name) => [
    new URL(`../../..${REPLACED_MODULES[name]}`, import.meta.url).href,
    new URL(`stand-ins/${name}.ts`, import.meta.url).href,
  ]),
);

if (standIns.size)
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const url = standIns.get(resolved.url);
      // A stand-in's own imports are not replaced, because it may import the original module.
      return url === undefined || context.parentURL === url ? resolved : { ...resolved, url };
    },
  });
