import path from 'node:path';
import type { ScreenshotReader } from './states.ts';

/** Folder of the screenshots and contact sheets. */
export const SCREENSHOTS_FOLDER = path.join(import.meta.dirname, '../../test-results/screens');

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The window sizes at which screenshots are taken, in CSS pixels. */
export const SCREENSHOT_WINDOW_SIZES: readonly (readonly [width: number, height: number])[] = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
];

/** Returns the file name of a screenshot. */
export function getScreenshotFileName(
  { reader, name }: { reader: ScreenshotReader; name: string },
  width: number,
  theme: Theme,
): string {
  return `${reader} ${name} ${width} ${theme}.jpg`.replaceAll('/', '_');
}
