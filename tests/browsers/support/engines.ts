import { accessSync, constants, globSync } from 'node:fs';
import path from 'node:path';

export interface FirefoxPrograms {
  firefox: string;
  pulseaudio: string;
}

export interface WebKitPrograms {
  webKitWebDriver: string;
  miniBrowser: string;
  xvfb: string;
  pulseaudio: string;
}

/** The paths of the programs that tests in a browser need, or the names of the missing Debian packages. */
export type ProgramsOrMissingPackages<Programs> =
  | { programs: Programs; missing?: undefined }
  | { programs?: undefined; missing: string[] };

interface Requirement {
  find: () => string | undefined;
  debianPackage: string;
}

const PULSEAUDIO: Requirement = {
  find: () => findOnPath('pulseaudio'),
  debianPackage: 'pulseaudio',
};

const FIREFOX: Record<keyof FirefoxPrograms, Requirement> = {
  firefox: { find: () => findOnPath('firefox-esr', 'firefox'), debianPackage: 'firefox-esr' },
  pulseaudio: PULSEAUDIO,
};

const WEBKIT: Record<keyof WebKitPrograms, Requirement> = {
  webKitWebDriver: {
    find: () => findOnPath('WebKitWebDriver'),
    debianPackage: 'webkit2gtk-driver',
  },
  miniBrowser: { find: findMiniBrowser, debianPackage: 'webkit2gtk-driver' },
  xvfb: { find: () => findOnPath('Xvfb'), debianPackage: 'xvfb' },
  pulseaudio: PULSEAUDIO,
};

/** The browsers in which the browser tests run, by the name of their Vitest project. */
export const BROWSER_ENGINES_BY_PROJECT = {
  firefox: { title: 'Firefox', installed: findPrograms(FIREFOX) },
  webkit: { title: 'WebKit', installed: findPrograms(WEBKIT) },
};

export type BrowserEngine = keyof typeof BROWSER_ENGINES_BY_PROJECT;

function findPrograms<Programs extends object>(
  requirements: Record<keyof Programs, Requirement>,
): ProgramsOrMissingPackages<Programs> {
  const entries = Object.entries<Requirement>(requirements).map(
    ([name, { find, debianPackage }]) => ({ name, program: find(), debianPackage }),
  );
  const missing = entries.filter(({ program }) => !program).map((entry) => entry.debianPackage);
  if (missing.length > 0) return { missing: [...new Set(missing)] };
  const programs = Object.fromEntries(entries.map(({ name, program }) => [name, program]));
  return { programs: programs as Programs };
}

/** Returns the path of the first given program that exists in a folder in `PATH`. */
function findOnPath(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find(isExecutable);
}

/** Returns the path of WebKitGTK's MiniBrowser, which Debian installs in a library folder outside `PATH`. */
function findMiniBrowser(): string | undefined {
  return globSync([
    '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
    '/usr/{lib,lib64,libexec}/webkit2gtk-4.1/MiniBrowser',
  ]).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
