import { luminance, mix } from '../colour.ts';
import {
  type Drawing,
  fillBelow,
  fillPage,
  liftContent,
  raiseShape,
  type Scene,
} from '../scene.ts';
import { at, disc, lerp, type Point, round, shape } from '../svg.ts';
import { chooseSection } from './bedding.ts';

/** Draws a mound of terraces, like the ruins of one age built on those of another. */
export function drawTerraces(scene: Scene): Drawing {
  const { random, palette } = scene;
  const { ground, base, sky, beds } = chooseSection(scene);
  const count = random.integer(4, 8);
  const [foot, top] = [612, random.between(170, 290)];
  const rise = (foot - top) / count;
  const middle = random.between(300, 500);
  const sun = disc(
    [middle + random.between(180, 300) * random.sign(), random.between(110, 190)],
    random.between(50, 95),
    sky === palette.accent ? palette.light : palette.accent,
  );
  let art = '';
  for (let k = count - 1; k >= 0; k--) {
    const y = foot - rise * (k + 1);
    const half = lerp(470, 90, (k / (count - 1)) ** 0.9);
    const colour = beds[k % beds.length]!;
    const mark = mix(colour, luminance(colour) > 0.2 ? palette.dark : palette.light, 0.45);
    const batter = rise * 0.22;
    const step = `M${at([middle - half, y])}H${round(middle + half)}L${at([middle + half + batter, foot + 60])}H${round(middle - half - batter)}Z`;
    art +=
      raiseShape(scene, step, colour, 7) + doors(scene, [middle, y + rise], half, rise, mark, k);
  }
  return {
    ground,
    art: fillPage(sky) + sun + art + liftContent(scene, fillBelow(base, foot), 8, 0.3),
  };
}

/** Draws a row of doors or niches along one terrace. */
function doors(
  scene: Scene,
  [x, foot]: Point,
  half: number,
  rise: number,
  colour: string,
  terrace: number,
): string {
  const { random } = scene;
  const kind = (terrace + random.integer(0, 1)) % 3;
  const pitch = rise * random.between(0.6, 1.1);
  const count = Math.max(1, Math.floor((half * 2 - pitch) / pitch) | 1);
  let d = '';
  for (let i = 0; i < count; i++) {
    const middle = x + (i - (count - 1) / 2) * pitch;
    const w = pitch * 0.2;
    if (kind === 0)
      d += `M${at([middle - w, foot])}v${round(-rise * 0.4)}a${at([w, w])} 0 0 1 ${at([w * 2, 0])}V${round(foot)}Z`;
    if (kind === 1)
      d += `M${at([middle - w * 1.6, foot - rise * 0.34])}h${round(w * 3.2)}v${round(-rise * 0.16)}h${round(-w * 3.2)}Z`;
    if (kind === 2 && i % 2 === 0)
      d += `M${at([middle, foot - rise * 0.7])}l${at([w * 1.6, rise * 0.45])}h${round(-w * 3.2)}Z`;
  }
  return shape(d, colour);
}
