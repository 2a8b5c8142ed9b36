import { removeStoredItem, writeStoredText } from '#ui/lib/storage.ts';
import { notifyAppearanceWatchers } from './watch-appearance.ts';

/** The options of each reading setting, in display order. */
export const READING_SETTING_OPTIONS = {
  size: ['small', 'normal', 'large', 'larger', 'largest'],
  spacing: ['compact', 'standard', 'relaxed'],
  width: ['narrow', 'medium', 'wide'],
  typeface: ['serif', 'sans', 'legible'],
} as const;

export type ReadingSettingName = keyof typeof READING_SETTING_OPTIONS;
export type ReadingSettings = {
  [Setting in ReadingSettingName]: (typeof READING_SETTING_OPTIONS)[Setting][number];
};

export const DEFAULT_READING_SETTINGS: ReadingSettings = {
  size: 'normal',
  spacing: 'standard',
  width: 'medium',
  typeface: 'serif',
};

const SETTINGS = Object.keys(READING_SETTING_OPTIONS) as ReadingSettingName[];

/**
 * Storage key of the reading settings. The value lists the options that differ from the defaults,
 * separated by spaces. Before the first paint, `boot.ts` copies it to the attribute `data-reading`
 * of `<html>`. `ui/reading.css` has a rule for each option that is not a default.
 */
const STORAGE_KEY = 'reading';

/** Returns the serialized reading settings from the attribute `data-reading` of `<html>`. */
export function getSerializedReadingSettings(): string {
  return document.documentElement.dataset.reading ?? '';
}

/**
 * Parses serialized reading settings. Ignores unknown words. If several options of the same setting occur, the last one
 * in {@link READING_SETTING_OPTIONS} applies, as in the style sheet.
 */
export function parseReadingSettings(text: string): ReadingSettings {
  const words = text.split(/\s+/);
  const entries = SETTINGS.map((setting) => [
    setting,
    READING_SETTING_OPTIONS[setting].findLast(
      (option) => option !== DEFAULT_READING_SETTINGS[setting] && words.includes(option),
    ) ?? DEFAULT_READING_SETTINGS[setting],
  ]);
  return Object.fromEntries(entries);
}

/** Applies reading settings and stores them. If storage is blocked, they apply until the page is closed. */
export function applyAndStoreReadingSettings(settings: ReadingSettings): void {
  const text = SETTINGS.map((setting) => settings[setting])
    .filter((option, at) => option !== DEFAULT_READING_SETTINGS[SETTINGS[at]!])
    .join(' ');
  document.documentElement.dataset.reading = text;
  if (text) writeStoredText('localStorage', STORAGE_KEY, text);
  else removeStoredItem('localStorage', STORAGE_KEY);
  notifyAppearanceWatchers();
}
