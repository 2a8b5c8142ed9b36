import { settingsCopy } from '#web/copy/settings.ts';

const copy = settingsCopy.devices;

/** What a browser runs on, as far as it makes a difference to the eye. */
export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'unknown';

/** A browser and what it runs on, in people's words. */
export interface Device {
  /** "Chrome on Android". */
  name: string;
  kind: DeviceKind;
}

/**
 * The device behind a `User-Agent`, for its owner to recognise: nothing is decided by it. Browsers no longer
 * tell more than this, and some tell less than the truth: an iPad calls itself a Mac, Brave calls itself Chrome.
 */
export function parseDevice(userAgent: string): Device {
  const browser = BROWSERS.find(({ sign }) => sign.test(userAgent))?.name;
  const system = SYSTEMS.find(({ sign }) => sign.test(userAgent));
  if (!system) return { name: browser ?? copy.unknownDevice, kind: 'unknown' };
  const isTablet = system.name === 'Android' && !/\bMobile\b/.test(userAgent);
  return {
    name: copy.browserOnSystem(browser ?? copy.unknownBrowser, system.name),
    kind: isTablet ? 'tablet' : system.kind,
  };
}

/** By the sign each puts into its name. Whoever pretends to be another comes before it. */
const BROWSERS: readonly { sign: RegExp; name: string }[] = [
  { sign: /\bEdg(?:e|A|iOS)?\//, name: 'Edge' },
  { sign: /\b(?:OPR|OPT|OPX|Opera)\//, name: 'Opera' },
  { sign: /\bSamsungBrowser\//, name: 'Samsung Internet' },
  { sign: /\bVivaldi\//, name: 'Vivaldi' },
  { sign: /\b(?:DuckDuckGo|Ddg)\//, name: 'DuckDuckGo' },
  { sign: /\bYaBrowser\//, name: 'Yandex Browser' },
  { sign: /\b(?:Firefox|FxiOS)\//, name: 'Firefox' },
  { sign: /(?:\b|Headless)(?:Chrome|Chromium|CriOS)\//, name: 'Chrome' },
  { sign: /\bVersion\/\S+ .*\bSafari\//, name: 'Safari' },
];

/** An iPhone says it is "like Mac OS X", and an Android phone that it is Linux: they come first. */
const SYSTEMS: readonly { sign: RegExp; name: string; kind: DeviceKind }[] = [
  { sign: /\b(?:iPhone|iPod)\b/, name: 'iPhone', kind: 'phone' },
  { sign: /\biPad\b/, name: 'iPad', kind: 'tablet' },
  { sign: /\bAndroid\b/, name: 'Android', kind: 'phone' },
  { sign: /\bCrOS\b/, name: 'ChromeOS', kind: 'computer' },
  { sign: /\bWindows\b/, name: 'Windows', kind: 'computer' },
  { sign: /\bMacintosh\b/, name: 'Mac', kind: 'computer' },
  { sign: /\bLinux\b/, name: 'Linux', kind: 'computer' },
];
