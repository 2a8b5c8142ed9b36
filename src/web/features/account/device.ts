import { settingsCopy } from '#web/copy/settings.ts';

const copy = settingsCopy.devices;

/** The kind of device, which determines its icon in the list of devices. */
export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'unknown';

/** A description of a browser and its device, for the list of devices. */
export interface Device {
  /** The browser and the operating system, such as "Chrome on Android". */
  name: string;
  kind: DeviceKind;
}

/**
 * Parses a `User-Agent` header, to help readers recognize their devices. The result must not be used for anything else,
 * because the header may be wrong. For example, an iPad claims to be a Mac, and Brave claims to be Chrome.
 */
export function parseUserAgent(userAgent: string): Device {
  const browser = BROWSERS.find(({ pattern }) => pattern.test(userAgent))?.name;
  const system = SYSTEMS.find(({ pattern }) => pattern.test(userAgent));
  if (!system) return { name: browser ?? copy.unknownDevice, kind: 'unknown' };
  const isTablet = system.name === 'Android' && !/\bMobile\b/.test(userAgent);
  return {
    name: copy.browserOnSystem(browser ?? copy.unknownBrowser, system.name),
    kind: isTablet ? 'tablet' : system.kind,
  };
}

/**
 * Patterns that identify browsers in the `User-Agent` header. The first match applies. A browser that imitates another
 * one must come before it.
 */
const BROWSERS: readonly { pattern: RegExp; name: string }[] = [
  { pattern: /\bEdg(?:e|A|iOS)?\//, name: 'Edge' },
  { pattern: /\b(?:OPR|OPT|OPX|Opera)\//, name: 'Opera' },
  { pattern: /\bSamsungBrowser\//, name: 'Samsung Internet' },
  { pattern: /\bVivaldi\//, name: 'Vivaldi' },
  { pattern: /\b(?:DuckDuckGo|Ddg)\//, name: 'DuckDuckGo' },
  { pattern: /\bYaBrowser\//, name: 'Yandex Browser' },
  { pattern: /\b(?:Firefox|FxiOS)\//, name: 'Firefox' },
  { pattern: /(?:\b|Headless)(?:Chrome|Chromium|CriOS)\//, name: 'Chrome' },
  { pattern: /\bVersion\/\S+ .*\bSafari\//, name: 'Safari' },
];

/**
 * Patterns that identify operating systems in the `User-Agent` header. The first match applies.
 * Android comes before Linux, because Android devices also claim to be Linux.
 */
const SYSTEMS: readonly { pattern: RegExp; name: string; kind: DeviceKind }[] = [
  { pattern: /\b(?:iPhone|iPod)\b/, name: 'iPhone', kind: 'phone' },
  { pattern: /\biPad\b/, name: 'iPad', kind: 'tablet' },
  { pattern: /\bAndroid\b/, name: 'Android', kind: 'phone' },
  { pattern: /\bCrOS\b/, name: 'ChromeOS', kind: 'computer' },
  { pattern: /\bWindows\b/, name: 'Windows', kind: 'computer' },
  { pattern: /\bMacintosh\b/, name: 'Mac', kind: 'computer' },
  { pattern: /\bLinux\b/, name: 'Linux', kind: 'computer' },
];
