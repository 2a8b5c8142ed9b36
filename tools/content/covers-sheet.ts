import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { drawCover } from '#covers/cover.ts';
import { COVER_GROUNDS_BY_ID, type CoverGroundId } from '#domain/cover-grounds.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { type ArticleWithCover, listArticlesWithCoversByCategory } from './covers.ts';

/**
 * `npm run covers:sheet [folder]` creates a contact sheet, a picture with all of the library's covers and their titles.
 * The sheet makes it easy to find similar covers, failed drawings and illegible titles. Each row shows the covers of a
 * category, oldest first. `--drafts` includes drafts. For an article with a photograph, the sheet shows a drawing
 * instead. The drawings are those of a newly filled database. An older database may have different drawings.
 */
const { values, positionals } = parseArgs({
  options: {
    drafts: { type: 'boolean', default: false },
    out: { type: 'string', default: 'covers-sheet.png' },
  },
  allowPositionals: true,
});

/** The size of a cover on the contact sheet, and the gap between covers, in pixels. */
const CARD = { width: 200, height: 250, gap: 10 };

const { articles } = await readLibrary(path.resolve(positionals[0] ?? SHIPPED_LIBRARY_FOLDER), {
  withDrafts: values.drafts,
});
const rows = listArticlesWithCoversByCategory(articles);
const columns = Math.max(...rows.map(({ length }) => length));
const cards = (await Promise.all(rows.map(drawRow))).flatMap((row, y) =>
  row.map((input, x) => ({
    input,
    left: CARD.gap + x * (CARD.width + CARD.gap),
    top: CARD.gap + y * (CARD.height + CARD.gap),
  })),
);
await sharp({
  create: {
    width: CARD.gap + columns * (CARD.width + CARD.gap),
    height: CARD.gap + rows.length * (CARD.height + CARD.gap),
    channels: 3,
    background: '#FBF8F3',
  },
})
  .composite(cards)
  .png()
  .toFile(values.out);
console.log(`${articles.length} covers: ${values.out}`);

function drawRow(row: readonly ArticleWithCover[]): Promise<Buffer[]> {
  return Promise.all(
    row.map(({ id, article, variant }) => {
      const { svg, ground } = drawCover({ category: article.category, seed: id, variant });
      return sharp(Buffer.from(svg))
        .resize(CARD.width, CARD.height)
        .composite([{ input: Buffer.from(drawCaption(article.title, ground)) }])
        .png()
        .toBuffer();
    }),
  );
}

/** Returns SVG for the title at the bottom of a cover. Breaks the title into lines that fit the width of the cover. */
function drawCaption(title: string, ground: CoverGroundId): string {
  const lines = title.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= 19)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
    return lines;
  }, []);
  const { hex, tone } = COVER_GROUNDS_BY_ID[ground];
  const height = 16 + 21 * lines.length;
  const top = CARD.height - height;
  const texts = lines.map(
    (line, index) =>
      `<text x="12" y="${top + 22 + 21 * index}" font-family="serif" font-size="17" fill="${tone === 'light' ? '#1B1A17' : '#FFFDF9'}">${escapeXml(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}"><rect y="${top}" width="100%" height="${height}" fill="${hex}" fill-opacity="0.8"/>${texts.join('')}</svg>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
