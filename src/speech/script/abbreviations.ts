/**
 * What is shortened, how it is said, and whether its stop can also be a sentence's. Segmentation and
 * verbalisation read the same table, so that neither knows an abbreviation the other does not.
 */
export interface Abbreviation {
  /** As written, without the last stop. */
  written: string;
  said: string;
  /**
   * What its stop may be besides: `never` the end of a sentence; `maybe`, where a new one plainly begins after
   * it; `numbered`, an abbreviation only with a number after it, and otherwise a word.
   */
  ends: 'never' | 'maybe' | 'numbered';
}

const never = rows('never', {
  'e.g': 'for example',
  'i.e': 'that is',
  eg: 'for example',
  ie: 'that is',
  Mr: 'Mister',
  Mrs: 'Missus',
  Ms: 'Miz',
  Messrs: 'Messers',
  Dr: 'Doctor',
  Drs: 'Doctors',
  Prof: 'Professor',
  Rev: 'Reverend',
  Fr: 'Father',
  Hon: 'Honourable',
  Gen: 'General',
  Col: 'Colonel',
  Maj: 'Major',
  Capt: 'Captain',
  Cmdr: 'Commander',
  Lt: 'Lieutenant',
  Sgt: 'Sergeant',
  Gov: 'Governor',
  Sen: 'Senator',
  Rep: 'Representative',
  Pres: 'President',
  Mt: 'Mount',
  vs: 'versus',
  cf: 'compare',
  viz: 'namely',
  approx: 'approximately',
  ca: 'around',
  incl: 'including',
  esp: 'especially',
  'a.k.a': 'also known as',
  'p.a': 'per annum',
  'N.B': 'note well',
  'n.b': 'note well',
});

const maybe = rows('maybe', {
  etc: 'et cetera',
  'et al': 'and others',
  ibid: 'in the same place',
  Jr: 'Junior',
  Sr: 'Senior',
  Esq: 'Esquire',
  Inc: 'Incorporated',
  Ltd: 'Limited',
  Co: 'Company',
  Corp: 'Corporation',
  Bros: 'Brothers',
  Ave: 'Avenue',
  Rd: 'Road',
  Blvd: 'Boulevard',
  Dept: 'Department',
  govt: 'government',
  Govt: 'Government',
  'op. cit': 'in the work cited',
  Univ: 'University',
  Ph: 'P H',
  'Ph.D': 'P H D',
  'M.Sc': 'M S C',
  'B.Sc': 'B S C',
});

const numbered = rows('numbered', {
  No: 'number',
  Nos: 'numbers',
  no: 'number',
  nos: 'numbers',
  Vol: 'volume',
  vol: 'volume',
  Vols: 'volumes',
  vols: 'volumes',
  pp: 'pages',
  p: 'page',
  Fig: 'figure',
  fig: 'figure',
  Figs: 'figures',
  figs: 'figures',
  Ch: 'chapter',
  ch: 'chapter',
  Sec: 'section',
  sec: 'section',
  Eq: 'equation',
  eq: 'equation',
  Art: 'article',
  art: 'article',
  Op: 'opus',
  op: 'opus',
  ed: 'edition',
  c: 'around',
  b: 'born',
  d: 'died',
  fl: 'active around',
  est: 'established',
  r: 'reigned',
  ll: 'lines',
  max: 'maximum',
});

export const ABBREVIATIONS: readonly Abbreviation[] = [...never, ...maybe, ...numbered];

function rows(ends: Abbreviation['ends'], table: Readonly<Record<string, string>>): Abbreviation[] {
  return Object.entries(table).map(([written, said]) => ({ written, said, ends }));
}
