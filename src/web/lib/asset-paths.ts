/** Lists the paths of the scripts, style sheets and fonts that a document loads. */
export function listAssetPaths(html: string): readonly string[] {
  return [...html.matchAll(/ data-(?:scripts|sheets|fonts)="([^"]+)"/g)].flatMap(([, paths]) =>
    paths!.split(' '),
  );
}
