/** Something that has a place of its own: an article its address, an author their name. */
interface Placed {
  id: string;
  place: string;
}

/**
 * What of the library stays out, since its place is somebody's who stays where they are: its id, with whose place it is.
 * `staying` does, as editors have it. Whoever stays out keeps the place they had before, where there is one, and that
 * may keep others out in turn.
 */
export function staysOut(
  wanting: readonly Placed[],
  staying: readonly Placed[],
  before: ReadonlyMap<string, string>,
): Map<string, string> {
  const taken = new Map(staying.map(({ id, place }) => [place, id]));
  const out = new Map<string, string>();
  for (let known = -1; known < out.size; ) {
    known = out.size;
    for (const { id, place } of wanting) {
      const holder = taken.get(place);
      if (holder === undefined || holder === id || out.has(id)) continue;
      out.set(id, holder);
      const former = before.get(id);
      if (former !== undefined) taken.set(former, id);
    }
  }
  return out;
}
