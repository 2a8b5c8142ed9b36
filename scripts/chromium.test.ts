import { describe, expect, it } from 'vitest';
import { CHROMIUM_ARGS, findChromiumPath } from './chromium.mjs';

const SYSTEM = '/usr/bin/chromium';
const CHROME = '/opt/bin/google-chrome';
const PLAYWRIGHT = '/home/ada/.cache/ms-playwright/chromium/chrome';
const PACKAGE = '/checkout/node_modules/.octavo/chromium/launch';

/** Returns a simulated Linux machine with the given programs. By default, each program has a recent version. */
function createMachine(
  programs: string[],
  changes: Partial<Parameters<typeof findChromiumPath>[0]> = {},
) {
  return {
    platform: 'linux' as NodeJS.Platform,
    arch: 'x64',
    env: { PATH: '/opt/bin:/usr/bin' },
    exists: (path: string) => programs.includes(path),
    majorVersion: async () => 150,
    playwrightPath: async () => PLAYWRIGHT,
    unpackPackage: async () => PACKAGE,
    ...changes,
  };
}

describe('findChromiumPath', () => {
  it('returns the browser in CHROME_PATH before any other', async () => {
    const machine = createMachine(['/my/chrome', SYSTEM, PLAYWRIGHT], {
      env: { PATH: '/usr/bin', CHROME_PATH: '/my/chrome' },
    });
    expect(await findChromiumPath(machine)).toBe('/my/chrome');
  });

  it('does not fall back to another browser if CHROME_PATH does not exist', async () => {
    const machine = createMachine([SYSTEM], {
      env: { PATH: '/usr/bin', CHROME_PATH: '/my/chrome' },
    });
    await expect(findChromiumPath(machine)).rejects.toThrow(
      'CHROME_PATH is set to /my/chrome, but there is no such file.',
    );
  });

  it('returns the npm package on Linux, even if other browsers are installed', async () => {
    expect(await findChromiumPath(createMachine([SYSTEM, PLAYWRIGHT]))).toBe(PACKAGE);
    expect(await findChromiumPath(createMachine([], { arch: 'arm64' }))).toBe(PACKAGE);
  });

  it("returns the system's browser before Playwright's, in the order of PATH", async () => {
    const createMachineWithoutPackage = (programs: string[]) =>
      createMachine(programs, { arch: 'riscv64' });
    expect(await findChromiumPath(createMachineWithoutPackage([SYSTEM, CHROME, PLAYWRIGHT]))).toBe(
      CHROME,
    );
    expect(await findChromiumPath(createMachineWithoutPackage([SYSTEM, PLAYWRIGHT]))).toBe(SYSTEM);
  });

  it('finds browsers in the usual folders of macOS and Windows without running them', async () => {
    const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    const windowsPath = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
    const majorVersion = async () => 0;
    expect(
      await findChromiumPath(
        createMachine([macPath, PLAYWRIGHT], { platform: 'darwin', majorVersion }),
      ),
    ).toBe(macPath);
    expect(
      await findChromiumPath(
        createMachine([windowsPath, PLAYWRIGHT], { platform: 'win32', majorVersion }),
      ),
    ).toBe(windowsPath);
  });

  it('skips browsers that do not run or are too old for the pages', async () => {
    const versions: Record<string, number> = { [PACKAGE]: 0, [CHROME]: 0, [SYSTEM]: 122 };
    const machine = createMachine([CHROME, SYSTEM, PLAYWRIGHT], {
      majorVersion: async (path: string) => versions[path] ?? 0,
    });
    expect(await findChromiumPath(machine)).toBe(PLAYWRIGHT);
  });

  it('throws an error with instructions if there is no browser', async () => {
    await expect(findChromiumPath(createMachine([], { platform: 'darwin' }))).rejects.toThrow(
      /^No Chromium found for the tests\. Install .+\.$/,
    );
  });

  it('passes arguments that allow Chromium to run as root', () => {
    expect(CHROMIUM_ARGS).toContain('--no-sandbox');
  });
});
