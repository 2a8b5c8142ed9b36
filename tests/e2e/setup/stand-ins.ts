/**
 * Replaces modules of the product by those of `stand-ins/` that the variable STAND_INS names. `--import` in NODE_OPTIONS
 * loads this file into a server under test and into every process it starts. No setting of the product does that.
 */
import { registerHooks } from 'node:module';

/** The module that each stand-in replaces, by the stand-in's file name. */
const REPLACED = {
  library: '/src/server/catalogue/library/sync-library.ts',
  narrator: '/src/speech/engines/flite.ts',
  pictures: '/src/server/catalogue/pictures/service.ts',
  priority: '/src/server/platform/priority.ts',
  writer: '/src/demo/writer/demo-writer.ts',
} as const;

export type StandIn = keyof typeof REPLACED;

const chosen = (process.env.STAND_INS ?? '').split(',').filter(Boolean) as StandIn[];
const standIns = new Map(
  chosen.map((name) => [
    new URL(`../../..${REPLACED[name]}`, import.meta.url).href,
    new URL(`stand-ins/${name}.ts`, import.meta.url).href,
  ]),
);

if (standIns.size)
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const url = standIns.get(found.url);
      // A stand-in may import the module that it replaces.
      return url === undefined || context.parentURL === url ? found : { ...found, url };
    },
  });
