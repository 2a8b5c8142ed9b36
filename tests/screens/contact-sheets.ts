import { existsSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import {
  getScreenshotFileName,
  SCREENSHOT_WINDOW_SIZES,
  SCREENSHOTS_FOLDER,
  THEMES,
  type Theme,
} from './screenshots.ts';
import {
  SCREEN_STATES,
  SCREENSHOT_READERS,
  type ScreenState,
  type ScreenshotReader,
} from './states.ts';

/** Number of screen states on a contact sheet. Each state has a row. */
const ROWS_PER_SHEET = 5;
/** Height of a row of screenshots in pixels. */
const SCREENSHOT_HEIGHT = 420;
const GAP = 12;
const LABEL_HEIGHT = 26;

/**
 * Combines the screenshots into contact sheets. A sheet shows several screen states for one kind of reader in one
 * theme.
 */
export default async function makeContactSheets(): Promise<void> {
  for (const reader of SCREENSHOT_READERS)
    for (const theme of THEMES) {
      const capturedStates = SCREEN_STATES.filter(
        (state) =>
          state.reader === reader &&
          SCREENSHOT_WINDOW_SIZES.every(([width]) =>
            existsSync(path.join(SCREENSHOTS_FOLDER, getScreenshotFileName(state, width, theme))),
          ),
      );
      for (let from = 0; from < capturedStates.length; from += ROWS_PER_SHEET)
        await makeSheet(
          reader,
          theme,
          from / ROWS_PER_SHEET + 1,
          capturedStates.slice(from, from + ROWS_PER_SHEET),
        );
    }
  console.log(`Screenshots and sheets: ${SCREENSHOTS_FOLDER}`);
}

async function makeSheet(
  reader: ScreenshotReader,
  theme: Theme,
  number: number,
  states: readonly ScreenState[],
): Promise<void> {
  const columns = SCREENSHOT_WINDOW_SIZES.map(([width, height]) =>
    Math.round((width * SCREENSHOT_HEIGHT) / height),
  );
  const rowHeight = LABEL_HEIGHT + SCREENSHOT_HEIGHT + GAP;
  const tiles = await Promise.all(
    states.map(async (state, row) => {
      const top = GAP + row * rowHeight;
      const label = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="${LABEL_HEIGHT}"><text y="18" font-family="sans-serif" font-size="16">${escapeXml(state.name)}</text></svg>`;
      const screenshots = SCREENSHOT_WINDOW_SIZES.map(async ([width], column) => ({
        input: await sharp(
          path.join(SCREENSHOTS_FOLDER, getScreenshotFileName(state, width, theme)),
        )
          .resize({ height: SCREENSHOT_HEIGHT, width: columns[column]! })
          .toBuffer(),
        top: top + LABEL_HEIGHT,
        left: GAP + sum(columns.slice(0, column)) + column * GAP,
      }));
      return [{ input: Buffer.from(label), top, left: GAP }, ...(await Promise.all(screenshots))];
    }),
  );
  await sharp({
    create: {
      width: sum(columns) + (columns.length + 1) * GAP,
      height: GAP + states.length * rowHeight,
      channels: 3,
      background: '#B9B9B9',
    },
  })
    .composite(tiles.flat())
    .png({ palette: true })
    .toFile(path.join(SCREENSHOTS_FOLDER, `sheet ${reader} ${theme} ${number}.png`));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
