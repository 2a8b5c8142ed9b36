import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { CATEGORIES } from '#domain/categories.ts';
import { GROUNDS, type GroundId } from '#domain/grounds.ts';
import { coverVariant, drawCover } from '#server/catalogue/drawing/service.ts';
import {
  type LibraryArticle,
  readLibrary,
  SHIPPED_LIBRARY,
} from '#server/catalogue/library/service.ts';

/**
 * `npm run covers:sheet [folder]`: every cover of the library on one sheet, as cards show them with their titles, a
 * row a category, oldest first: so that twins, duds and titles that cannot be read are seen. With `--drafts` those
 * that wait, too. Of an article with a photograph it is the drawing behind that. Covers are those of an empty shelf: one that has grown keeps the covers it gave.
 */
const { values, positionals } = parseArgs({
  options: {
    drafts: { type: 'boolean', default: false },
    out: { type: 'string', default: 'covers-sheet.png' },
  },
  allowPositionals: true,
});

/** Pixels. */
const CARD = { width: 200, height: 250, gap: 10 };

const { articles } = await readLibrary(path.resolve(positionals[0] ?? SHIPPED_LIBRARY), {
  withDrafts: values.drafts,
});
const rows = CATEGORIES.map(({ id }) =>
  articles
    .filter(({ article }) => article.category === id)
    .sort((a, b) => a.article.published.localeCompare(b.article.published)),
);
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

/** The covers of one category, each chosen with those before it in view. */
async function drawRow(row: readonly LibraryArticle[]): Promise<Buffer[]> {
  const variants: number[] = [];
  const drawn: Buffer[] = [];
  for (const { id, article } of row) {
    const { category, title, drawing } = article;
    const variant = drawing ?? coverVariant(category, id, variants);
    variants.unshift(variant);
    const { svg, ground } = drawCover({ category, seed: id, variant });
    drawn.push(
      await sharp(Buffer.from(svg))
        .resize(CARD.width, CARD.height)
        .composite([{ input: Buffer.from(caption(title, ground)) }])
        .png()
        .toBuffer(),
    );
  }
  return drawn;
}

/** The title at a cover's foot, in lines of about as many letters as a card has. */
function caption(title: string, ground: GroundId): string {
  const lines = title.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= 19)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
    return lines;
  }, []);
  const { hex, tone } = GROUNDS[ground];
  const height = 16 + 21 * lines.length;
  const top = CARD.height - height;
  const texts = lines.map(
    (line, at) =>
      `<text x="12" y="${top + 22 + 21 * at}" font-family="serif" font-size="17" fill="${tone === 'light' ? '#1B1A17' : '#FFFDF9'}">${escaped(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}"><rect y="${top}" width="100%" height="${height}" fill="${hex}" fill-opacity="0.8"/>${texts.join('')}</svg>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
