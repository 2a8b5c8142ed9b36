import { globSync, readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { expect, it } from 'vitest';
import { sharedBuildConfig } from '../vite.config.ts';

const { cssModules } = sharedBuildConfig.css.lightningcss;
const FILES = globSync('src/**/*.css').filter((file) =>
  readFileSync(file, 'utf8').includes('animation'),
);

/** Compiles a style sheet with the settings of the build. */
function compile(filename: string): string {
  const settings = filename.endsWith('.module.css') ? { cssModules } : {};
  return transform({
    filename,
    code: readFileSync(filename),
    minify: true,
    ...settings,
  }).code.toString();
}

/** Returns the keyframes in a style sheet, by name. */
function findKeyframes(css: string): Map<string, string> {
  return new Map(
    [...css.matchAll(/@keyframes ([\w-]+)(\{(?:[^{}]*\{[^}]*\})*\})/g)].map(([, name, body]) => [
      name!,
      body!,
    ]),
  );
}

it.each(FILES)('%s has the keyframes of its animations', (file) => {
  const css = compile(file);
  const keyframes = findKeyframes(css);
  const animations = [...css.matchAll(/\banimation(?:-name)?:([^;}]*)/g)].map(
    ([, value]) => value!,
  );
  expect(animations).not.toEqual([]);
  for (const value of animations.filter((value) => !value.startsWith('none')))
    expect(
      value.split(/[\s,()]/).some((word) => keyframes.has(word)),
      value,
    ).toBe(true);
});

it('keyframes of the same name are equal, since their names are global', () => {
  const allKeyframes = FILES.flatMap((file) => [...findKeyframes(compile(file))]);
  expect(allKeyframes.length).toBeGreaterThan(0);
  expect(new Map(allKeyframes)).toEqual(new Map(allKeyframes.toReversed()));
});
