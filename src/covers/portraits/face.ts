import { luminance, mix } from '../colour.ts';
import { clip, type Scene } from '../scene.ts';
import { at, disc, line, type Point, ROUND, rectangle, ring, round, shape } from '../svg.ts';
import type { Head } from './head.ts';

interface Complexion {
  skin: string;
  hair: string;
  blush: string;
  isBearded: boolean;
}

/** Draws the neck, the head, light from one side, and a face of few lines. */
export function drawFace(
  scene: Scene,
  head: Head,
  { skin, hair, blush, isBearded }: Complexion,
): string {
  const { random, palette } = scene;
  const { x, y, halfWidth: w } = head;
  const shade = mix(skin, '#7A2F22', 0.2);
  const ink = luminance(skin) > 0.16 ? palette.dark : mix(palette.light, skin, 0.1);
  const lips = luminance(hair) > 0.16 ? palette.dark : mix(palette.light, skin, 0.3);
  const d = random.pick([oval, square, pointed])(head);
  const side = random.sign();
  const lit = clip(
    scene,
    shape(d, '#000'),
    rectangle([side > 0 ? x : x - 80, y - 80], 80, 170, shade),
  );
  const ears = [-1, 1].map((ear) => disc([x + ear * w, y + 6], 8, shade)).join('');
  const rings = random.chance(0.2)
    ? [-1, 1].map((ear) => disc([x + ear * (w + 2), y + 18], 4.5, blush)).join('')
    : '';
  const neck = shape(`M${at([x - 20, y + 26])}H${x + 20}V${y + 68}a20 20 0 0 1 -40 0Z`, shade);
  return (
    neck +
    ears +
    shape(d, skin) +
    lit +
    (isBearded ? beard(scene, head, d, hair) : '') +
    cheeks(scene, head, blush) +
    eyes(scene, head, ink) +
    nose(scene, head, ink, side) +
    mouth(scene, head, isBearded ? lips : ink) +
    rings
  );
}

function oval({ x, y, halfWidth: w, halfHeight: h }: Head): string {
  return `M${at([x - w, y - 10])}a${at([w, h - 10])} 0 0 1 ${at([2 * w, 0])}V${y + 8}a${at([w, h - 6])} 0 0 1 ${at([-2 * w, 0])}Z`;
}

function square({ x, y, halfWidth: w, halfHeight: h }: Head): string {
  return `M${at([x - w, y - h + 30])}q0 -30 30 -30H${round(x + w - 30)}q30 0 30 30V${round(y + h - 36)}q0 36 ${round(-w)} 36t${round(-w)} -36Z`;
}

function pointed({ x, y, halfWidth: w, halfHeight: h }: Head): string {
  const chin: Point = [x, y + h];
  return `M${at([x - w, y])}a${at([w, h])} 0 0 1 ${at([2 * w, 0])}C${at([x + w, y + 24], [x + 22, y + h], chin)}S${at([x - w, y + 24], [x - w, y])}Z`;
}

function beard(scene: Scene, { x, y, halfWidth: w }: Head, outline: string, hair: string): string {
  const dip = scene.random.pick([30, 36]);
  const d = `M${at([x - w - 2, y + 8])}Q${at([x - w * 0.6, y + dip], [x, y + 21])}T${at([x + w + 2, y + 8])}V${y + 70}H${round(x - w - 2)}Z`;
  return clip(scene, shape(outline, '#000'), shape(d, hair));
}

function cheeks({ random }: Scene, { x, y, halfWidth: w }: Head, blush: string): string {
  if (random.chance(0.5)) return '';
  return [-1, 1]
    .map((side) => disc([x + side * w * 0.62, y + 19], 7, blush, { opacity: 0.45 }))
    .join('');
}

function eyes({ random }: Scene, { x, y, halfWidth: w }: Head, ink: string): string {
  const [left, right, level] = [x - w * 0.45, x + w * 0.45, y + 2];
  const open = disc([left, level], 4.3, ink) + disc([right, level], 4.3, ink);
  const closed = line(
    `M${at([left - 7, level])}q7 7 14 0M${at([right - 7, level])}q7 7 14 0`,
    ink,
    4,
    ROUND,
  );
  const brows = line(
    `M${at([left - 7, level - 12])}q7 -5 14 0M${at([right - 7, level - 12])}q7 -5 14 0`,
    ink,
    3.2,
    ROUND,
  );
  const bridge = line(`M${at([left + 13, level])}H${round(right - 13)}`, ink, 3.4);
  const spectacles =
    ring([left, level], 13, ink, 3.4) + ring([right, level], 13, ink, 3.4) + bridge;
  const frame = { fill: 'none', stroke: ink, 'stroke-width': 3.4, rx: 5 };
  const angular =
    rectangle([left - 13, level - 10], 26, 20, 'none', frame) +
    rectangle([right - 13, level - 10], 26, 20, 'none', frame) +
    bridge;
  return random.pick([
    open,
    open + brows,
    open + brows,
    closed,
    closed + brows,
    open + spectacles,
    open + angular,
  ]);
}

function nose({ random }: Scene, { x, y }: Head, ink: string, side: number): string {
  const lines = [
    '',
    line(`M${at([x, y + 4])}v13h${6 * side}`, ink, 3, ROUND),
    line(`M${at([x - 4 * side, y + 16])}q${4 * side} 4 ${8 * side} 0`, ink, 3, ROUND),
  ];
  return random.pick(lines);
}

function mouth({ random }: Scene, { x, y }: Head, ink: string): string {
  const half = random.pick([8, 10, 11]);
  const bend = random.pick([4, 6, 8, 9]);
  return line(`M${at([x - half, y + 28])}q${half} ${bend} ${half * 2} 0`, ink, 4, ROUND);
}
