import { clipSvgToShape, type DrawingContext } from '../drawing-context.ts';
import {
  drawDisc,
  drawRectangle,
  drawShape,
  formatCoordinate,
  formatPoints,
  type Point,
  polarToPoint,
} from '../svg.ts';
import { drawHairTexture, type HairColors } from './hair-texture.ts';
import type { Head } from './head.ts';

/**
 * Draws hair behind and on top of a head. The haircut and the fringe are random. The texture depends on the author's
 * category.
 */
export function drawHair(
  context: DrawingContext,
  head: Head,
  colors: HairColors,
): { behind: string; over: string; suitsBeard: boolean } {
  const { random } = context;
  const cut = random.pick([
    afro,
    bob,
    long,
    waves,
    bun,
    twinBuns,
    topknot,
    curls,
    crop,
    crop,
    quiff,
  ])(head, random.sign());
  const fringe = random.pick(cut.fringes ?? [straight, parted, swept, receding])(
    head,
    random.sign(),
  );
  const texture = drawHairTexture(
    context,
    [head.x + random.between(-16, 16), head.y - head.halfHeight * 0.5],
    colors,
  );
  const fillWithHair = (outline: string) =>
    clipSvgToShape(context, outline, drawRectangle([0, 0], 256, 256, colors.hair) + texture);
  return {
    behind: fillWithHair(cut.behind),
    over: fillWithHair(cut.over + drawShape(fringe, '#000')),
    suitsBeard: cut.suitsBeard ?? false,
  };
}

/** A haircut. `behind` and `over` are the outlines of the hair behind and on top of the head, as SVG elements. */
interface Cut {
  behind: string;
  over: string;
  fringes?: readonly Fringe[];
  suitsBeard?: boolean;
}

type Fringe = (head: Head, side: number) => string;

/**
 * Returns the outline of the hair. It runs over the top of the head from one temple to the other, and back along the
 * hairline.
 */
function crownPath(
  { x, y, halfWidth: w, halfHeight: h }: Head,
  hairline: string,
  lift = 0,
): string {
  const [left, right, temple] = [x - w - 3, x + w + 3, y - h * 0.22];
  return `M${formatPoints([left, temple])}C${formatPoints([left - 2, y - h - 18 - lift], [right + 2, y - h - 18 - lift], [right, temple])}${hairline}Z`;
}

const straight: Fringe = (head) => {
  const { x, y, halfWidth: w, halfHeight: h } = head;
  return crownPath(
    head,
    `L${formatPoints([x + w - 4, y - h * 0.4])}H${formatCoordinate(x - w + 4)}`,
  );
};

const parted: Fringe = (head) => {
  const { x, y, halfWidth: w, halfHeight: h } = head;
  const top: Point = [x, y - h * 0.78];
  return crownPath(
    head,
    `Q${formatPoints([x + w * 0.7, y - h * 0.62], top)}Q${formatPoints([x - w * 0.7, y - h * 0.62], [x - w - 3, y - h * 0.22])}`,
  );
};

const swept: Fringe = (head, side) => {
  const { x, y, halfWidth: w, halfHeight: h } = head;
  const part: Point = [x + side * w * 0.5, y - h * 0.72];
  const [near, far] = side > 0 ? [0.5, 0.36] : [0.36, 0.5];
  return crownPath(
    head,
    `Q${formatPoints([x + w * 0.6, y - h * near], part)}Q${formatPoints([x - w * 0.6, y - h * far], [x - w - 3, y - h * 0.22])}`,
  );
};

const receding: Fringe = (head) => {
  const { x, y, halfWidth: w, halfHeight: h } = head;
  return crownPath(head, `Q${formatPoints([x, y - h * 0.92], [x - w - 3, y - h * 0.22])}`);
};

const afro = ({ x, y, halfWidth: w }: Head, side: number): Cut => ({
  behind: drawDisc([x + side * 8, y - 18], w * 1.66, '#000'),
  over: '',
  fringes: [receding, straight],
  suitsBeard: true,
});

/** Returns a block of hair that hangs down to a given depth, with rounded lower corners. */
function hangingHairOutline({ x, y, halfWidth: w }: Head, depth: number, spread: number): string {
  const half = w + spread;
  return drawRectangle([x - half, y - half - 8], half * 2, half + 8 + depth, '#000', {
    rx: formatCoordinate(Math.min(half, 50)),
  });
}

const bob = (head: Head): Cut => ({ behind: hangingHairOutline(head, 46, 16), over: '' });

const long = (head: Head): Cut => ({ behind: hangingHairOutline(head, 98, 17), over: '' });

const waves = ({ x, y, halfWidth: w }: Head): Cut => {
  const bumps = [-1, 1].flatMap((side) =>
    [0, 1, 2, 3, 4].map((k) =>
      drawDisc([x + side * (w + 8 - (k % 2) * 5), y - 30 + k * 25], 21, '#000'),
    ),
  );
  return {
    behind: bumps.join('') + drawDisc([x, y - 26], w + 12, '#000'),
    over: '',
    fringes: [parted, swept],
  };
};

const bun = ({ x, y, halfWidth: w, halfHeight: h }: Head, side: number): Cut => ({
  behind:
    drawDisc([x + side * w * 0.5, y - h - 12], 27, '#000') + drawDisc([x, y - 14], w + 7, '#000'),
  over: '',
});

const twinBuns = ({ x, y, halfWidth: w, halfHeight: h }: Head): Cut => ({
  behind:
    [-1, 1].map((side) => drawDisc([x + side * w * 0.9, y - h - 2], 22, '#000')).join('') +
    drawDisc([x, y - 14], w + 6, '#000'),
  over: '',
  fringes: [parted, straight, receding],
});

const topknot = ({ x, y, halfHeight: h }: Head): Cut => ({
  behind:
    drawDisc([x, y - h - 20], 18, '#000') + drawRectangle([x - 9, y - h - 14], 18, 20, '#000'),
  over: '',
  fringes: [receding, swept],
  suitsBeard: true,
});

const curls = ({ x, y, halfWidth: w, halfHeight: h }: Head): Cut => {
  const curlDiscs = Array.from({ length: 11 }, (_, k) => {
    const angle = Math.PI * 0.92 + (k / 10) * Math.PI * 1.16;
    return drawDisc(polarToPoint([x, y - h * 0.34], w + 10, angle), 17, '#000');
  });
  const front = [-1.5, -0.5, 0.5, 1.5].map((k) =>
    drawDisc([x + k * w * 0.46, y - h * 0.66], 15, '#000'),
  );
  return {
    behind: curlDiscs.join(''),
    over: front.join(''),
    fringes: [receding],
    suitsBeard: true,
  };
};

const crop = ({ x, y, halfWidth: w }: Head): Cut => ({
  behind: drawDisc([x, y - 12], w + 4, '#000'),
  over: '',
  suitsBeard: true,
});

const quiff = ({ x, y, halfWidth: w, halfHeight: h }: Head, side: number): Cut => ({
  behind: drawDisc([x, y - 12], w + 3, '#000'),
  over: drawShape(
    `M${formatPoints([x - side * w * 0.9, y - h * 0.6])}C${formatPoints([x - side * w * 1.2, y - h - 34], [x + side * w * 0.9, y - h - 40], [x + side * (w + 10), y - h * 0.72])}Z`,
    '#000',
  ),
  fringes: [receding],
  suitsBeard: true,
});
