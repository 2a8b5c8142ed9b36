/** An abbreviation with its spoken form, and a rule that decides whether its period can also end a sentence. */
export interface Abbreviation {
  /** The abbreviation as written, without its last period. */
  written: string;
  spoken: string;
  /**
   * Defines when the abbreviation's period also ends a sentence. `never`: in no case. `maybe`: if a new sentence
   * clearly begins after the period. `numbered`: if no number follows, in which case the letters are a word, such as
   * the answer "No.".
   */
  ends: 'never' | 'maybe' | 'numbered';
}

const never = buildRows('never', {
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

const maybe = buildRows('maybe', {
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

const numbered = buildRows('numbered', {
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

function buildRows(
  ends: Abbreviation['ends'],
  table: Readonly<Record<string, string>>,
): Abbreviation[] {
  return Object.entries(table).map(([written, spoken]) => ({ written, spoken, ends }));
}
