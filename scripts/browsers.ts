/**
 * Browser versions, written as on caniuse and MDN. Edge counts as Chrome of the same version, and every browser on iOS
 * counts as Safari.
 */
export type BrowserVersions = Readonly<Record<'chrome' | 'firefox' | 'safari', string>>;

/**
 * The oldest browsers in which all features of the readers' pages work. Chrome 109 and Firefox 115 are the last
 * versions for Windows 7, and Safari 15 is the last version for iPhones from 2016.
 */
export const MIN_READER_BROWSERS: BrowserVersions = {
  chrome: '109',
  firefox: '115',
  safari: '15.4',
};

/** Oldest browsers in which the studio works. */
export const MIN_EDITOR_BROWSERS: BrowserVersions = {
  chrome: '111',
  firefox: '119',
  safari: '17.4',
};

/** Formats browser versions for Vite's `build.target`, such as "safari15.4". */
export function toViteTargets(browsers: BrowserVersions): string[] {
  return Object.entries(browsers).map(([name, version]) => name + version);
}

/**
 * Converts browser versions to numbers for Lightning CSS. A number has one byte each for the major, minor and patch
 * version.
 */
export function toLightningCssTargets(browsers: BrowserVersions): Record<string, number> {
  return Object.fromEntries(
    Object.entries(browsers).map(([name, version]) => {
      const [major = 0, minor = 0] = version.split('.').map(Number);
      return [name, (major << 16) | (minor << 8)];
    }),
  );
}
