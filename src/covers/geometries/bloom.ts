import { mix } from '../colour.ts';
import {
  chooseScheme,
  type Drawing,
  fillPage,
  liftContent,
  mirrorHalf,
  raiseShape,
  type Scene,
  SHAPES_BOTTOM,
  WIDTH,
} from '../scene.ts';
import { SCHEMES } from '../schemes.ts';
import { curve, disc, FULL_TURN, type Point, polar } from '../svg.ts';

/** Draws translucent discs around a center, like lungs that fill. */
export function drawBloom(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES.haw);
  const heart: Point = [random.between(320, 480), random.between(270, 330)];
  const count = random.pick([5, 6, 8, 10, 12]);
  const rounds = random.integer(1, 2);
  const turn = random.between(0, FULL_TURN);
  let art = '';
  for (let layer = 0; layer < rounds + 1; layer++) {
    const shrink = 1 - layer * random.between(0.28, 0.36);
    const radius = random.between(130, 165) * shrink;
    const apart = (622 - heart[1] - radius / shrink) * shrink;
    const colour = inks[layer % inks.length]!;
    for (let i = 0; i < count; i++) {
      const angle = turn + layer * (Math.PI / count) + (i * FULL_TURN) / count;
      const petal = disc(
        polar(heart, apart, angle),
        radius,
        i % 2 && layer === 0 ? inks[1]! : colour,
        { opacity: count > 8 ? 0.3 : 0.42 },
      );
      art += petal;
    }
  }
  const core = liftContent(scene, disc(heart, random.between(38, 62), inks[3]!), 10);
  return { ground, art: fillPage(base) + art + core };
}

/** Draws half discs along shorelines, like suns that rise and set. */
export function drawTides(scene: Scene): Drawing {
  const { random } = scene;
  const { ground, base, inks } = chooseScheme(scene, SCHEMES.haw);
  const rows = random.integer(3, 5);
  const pitch = 560 / rows;
  const sky = mix(base, inks[0]!, 0.12);
  let art = '';
  for (let row = 0; row < rows; row++) {
    const foot = 60 + pitch * (row + 1);
    const count = random.integer(2, 3 + row);
    const radius = Math.max(pitch * 0.8, WIDTH / count / 2.05);
    const offset = random.between(-0.5, 0.5);
    let waves = '';
    for (let i = -1; i <= count + 1; i++) {
      const centre: Point = [((i + 0.5 + offset) / count) * WIDTH, foot];
      const steps = random.integer(3, 5);
      const colours = random.shuffle(inks.filter((ink) => ink !== base));
      for (let k = 0; k < steps; k++)
        waves += disc(centre, radius * (1 - k / steps), colours[k % colours.length]!);
    }
    art += liftContent(scene, waves, 8, 0.3);
  }
  const shoreline: Point[] = Array.from({ length: 22 }, (_, i) => [
    -40 + i * 42,
    590 + 16 * Math.sin(i * 0.7),
  ]);
  return {
    ground,
    art:
      fillPage(sky) +
      mirrorHalf(
        scene,
        art + raiseShape(scene, `${curve(shoreline)}V${SHAPES_BOTTOM}H-40Z`, base, 10),
      ),
  };
}
