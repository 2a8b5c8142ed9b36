/**
 * Loaded before all else into a server under test, and into each process it starts, by `--import` in NODE_OPTIONS: gives
 * them modules of `stand-ins/` in the place of the product's own, those that STAND_INS names. No setting of the product
 * does that.
 */
import { registerHooks } from 'node:module';

/** What each one, named by its file, stands in for. */
const REPLACED = {
  library: '/src/server/catalogue/library/service.ts',
  narrator: '/src/server/catalogue/narration/speech/flite.ts',
  pictures: '/src/server/catalogue/pictures/service.ts',
  priority: '/src/server/platform/priority.ts',
  writer: '/src/server/studio/demo-writer/service.ts',
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
      // A stand-in has the real one to build on.
      return url === undefined || context.parentURL === url ? found : { ...found, url };
    },
  });
