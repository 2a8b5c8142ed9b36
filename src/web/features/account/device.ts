import { settingsCopy } from '#web/copy/settings.ts';

const copy = settingsCopy.devices;

/** The kind of a device, by its icon. */
export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'unknown';

/** A browser and its device, for display. */
export interface Device {
  /** "Chrome on Android". */
  name: string;
  kind: DeviceKind;
}

/**
 * Parses the device of a `User-Agent`, for its owner to recognize; nothing else depends on it. Browsers no longer tell
 * more than this, and some are wrong: an iPad claims to be a Mac, Brave claims to be Chrome.
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

/** Browsers by their token in the user agent. One that imitates another comes before it. */
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

/** iPhones claim to be "like Mac OS X", and Android phones to be Linux, so they come first. */
const SYSTEMS: readonly { sign: RegExp; name: string; kind: DeviceKind }[] = [
  { sign: /\b(?:iPhone|iPod)\b/, name: 'iPhone', kind: 'phone' },
  { sign: /\biPad\b/, name: 'iPad', kind: 'tablet' },
  { sign: /\bAndroid\b/, name: 'Android', kind: 'phone' },
  { sign: /\bCrOS\b/, name: 'ChromeOS', kind: 'computer' },
  { sign: /\bWindows\b/, name: 'Windows', kind: 'computer' },
  { sign: /\bMacintosh\b/, name: 'Mac', kind: 'computer' },
  { sign: /\bLinux\b/, name: 'Linux', kind: 'computer' },
];
