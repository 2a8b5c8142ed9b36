import { type CategoryId, getSubcategory } from './categories.ts';

/**
 * For every subcategory, the three most closely related subcategories in the same category, closest first (spec,
 * "Category tree").
 */
const RELATED_IDS: Readonly<Record<CategoryId, Readonly<Record<string, RelatedIds>>>> = {
  // Category: Applied Wisdom
  awd: {
    att: ['hab', 'tim', 'lea'],
    com: ['lis', 'neg', 'par'],
    cre: ['hab', 'lea', 'att'],
    dec: ['tim', 'sim', 'neg'],
    bel: ['com', 'mea', 'par'],
    hab: ['tim', 'att', 'lea'],
    lea: ['hab', 'att', 'cre'],
    lis: ['com', 'par', 'bel'],
    neg: ['com', 'dec', 'lis'],
    par: ['lis', 'bel', 'com'],
    sim: ['mea', 'dec', 'tim'],
    tim: ['hab', 'dec', 'att'],
    mea: ['sim', 'tim', 'bel'],
  },
  // Category: Arts & Communication
  aac: {
    arc: ['des', 'cra', 'vis'],
    cra: ['des', 'vis', 'arc'],
    dan: ['mus', 'fil', 'lit'],
    des: ['vis', 'cra', 'pho'],
    fil: ['pho', 'dan', 'lit'],
    jou: ['rhe', 'lan', 'pho'],
    lan: ['lit', 'rhe', 'tra'],
    lit: ['lan', 'tra', 'rhe'],
    mus: ['dan', 'fil', 'lit'],
    vis: ['pho', 'des', 'cra'],
    pho: ['vis', 'fil', 'jou'],
    rhe: ['lan', 'jou', 'lit'],
    tra: ['lan', 'lit', 'des'],
  },
  // Category: Economics & Global Systems
  eag: {
    beh: ['mar', 'inc', 'lab'],
    dev: ['ine', 'lab', 'tra'],
    ene: ['env', 'inf', 'tra'],
    env: ['ene', 'inc', 'dev'],
    fin: ['mon', 'ris', 'mar'],
    inc: ['beh', 'mar', 'env'],
    ine: ['lab', 'dev', 'fin'],
    inf: ['tra', 'ene', 'mar'],
    mar: ['beh', 'mon', 'inc'],
    mon: ['fin', 'mar', 'ris'],
    ris: ['fin', 'inc', 'mon'],
    tra: ['inf', 'dev', 'mar'],
    lab: ['ine', 'dev', 'beh'],
  },
  // Category: Health & Well-being
  haw: {
    age: ['hea', 'epi', 'mov'],
    epi: ['imm', 'med', 'his'],
    nut: ['bod', 'hea', 'mov'],
    hea: ['mov', 'bod', 'age'],
    his: ['med', 'epi', 'imm'],
    bod: ['hea', 'imm', 'nut'],
    imm: ['epi', 'bod', 'med'],
    med: ['his', 'imm', 'pai'],
    men: ['sle', 'str', 'pai'],
    mov: ['hea', 'bod', 'str'],
    pai: ['bod', 'med', 'men'],
    sle: ['men', 'str', 'bod'],
    str: ['men', 'sle', 'mov'],
  },
  // Category: Mind & Behavior
  mab: {
    att: ['soc', 'dev', 'emo'],
    bia: ['jud', 'mem', 'per'],
    dev: ['lan', 'att', 'mem'],
    con: ['per', 'neu', 'emo'],
    emo: ['mot', 'soc', 'con'],
    jud: ['bia', 'mot', 'soc'],
    lan: ['dev', 'per', 'mem'],
    mem: ['neu', 'bia', 'lan'],
    mot: ['emo', 'jud', 'mem'],
    per: ['con', 'neu', 'bia'],
    pid: ['mot', 'soc', 'dev'],
    soc: ['jud', 'emo', 'pid'],
    neu: ['con', 'mem', 'per'],
  },
  // Category: Natural Sciences & Mathematics
  nsm: {
    ani: ['evo', 'pla', 'eco'],
    ast: ['phy', 'ear', 'mea'],
    che: ['phy', 'mea', 'cel'],
    ear: ['eco', 'ast', 'che'],
    eco: ['ani', 'pla', 'ear'],
    evo: ['ani', 'cel', 'pla'],
    cel: ['evo', 'che', 'pla'],
    mat: ['pro', 'phy', 'mea'],
    mea: ['phy', 'mat', 'che'],
    phy: ['ast', 'mea', 'mat'],
    pla: ['eco', 'cel', 'evo'],
    pro: ['mat', 'mea', 'evo'],
    wea: ['ear', 'eco', 'phy'],
  },
  // Category: Philosophy & Human Values
  phv: {
    sto: ['eth', 'eas', 'mea'],
    aes: ['mea', 'eth', 'min'],
    dea: ['mea', 'rel', 'sto'],
    eas: ['rel', 'sto', 'min'],
    eth: ['jus', 'fre', 'mea'],
    fre: ['min', 'eth', 'jus'],
    jus: ['eth', 'pol', 'fre'],
    kno: ['log', 'min', 'fre'],
    log: ['kno', 'min', 'fre'],
    mea: ['eth', 'sto', 'dea'],
    min: ['fre', 'kno', 'eas'],
    pol: ['jus', 'eth', 'sto'],
    rel: ['eas', 'dea', 'mea'],
  },
  // Category: Societies & Governance
  sag: {
    bor: ['nat', 'law', 'ins'],
    cit: ['com', 'pub', 'cus'],
    com: ['cit', 'cus', 'pub'],
    cus: ['com', 'fam', 'cit'],
    dem: ['ins', 'law', 'par'],
    dip: ['nat', 'bor', 'law'],
    fam: ['cus', 'edu', 'com'],
    ins: ['dem', 'law', 'pub'],
    law: ['ins', 'dem', 'dip'],
    nat: ['bor', 'dip', 'cus'],
    par: ['dem', 'com', 'law'],
    pub: ['ins', 'edu', 'cit'],
    edu: ['pub', 'fam', 'ins'],
  },
  // Category: Technology & Engineering
  tae: {
    aim: ['sof', 'dat', 'rob'],
    bri: ['mat', 'fai', 'min'],
    com: ['sof', 'net', 'dat'],
    dat: ['net', 'sof', 'aim'],
    ene: ['mac', 'mat', 'veh'],
    min: ['mac', 'mat', 'com'],
    fai: ['bri', 'veh', 'sof'],
    mac: ['rob', 'ene', 'mat'],
    mat: ['bri', 'mac', 'ene'],
    net: ['dat', 'com', 'sof'],
    rob: ['aim', 'mac', 'sof'],
    sof: ['com', 'aim', 'dat'],
    veh: ['fai', 'mac', 'ene'],
  },
  // Category: World History & Civilizations
  whc: {
    afr: ['tra', 'emp', 'oce'],
    arc: ['anc', 'eve', 'ame'],
    asi: ['tra', 'emp', 'sci'],
    emp: ['anc', 'rev', 'tra'],
    eur: ['med', 'rev', 'emp'],
    eve: ['arc', 'med', 'anc'],
    sci: ['eve', 'asi', 'med'],
    oce: ['tra', 'arc', 'ame'],
    rev: ['eur', 'emp', 'sci'],
    ame: ['arc', 'emp', 'eve'],
    anc: ['arc', 'eve', 'emp'],
    med: ['eur', 'eve', 'sci'],
    tra: ['oce', 'asi', 'afr'],
  },
};

type RelatedIds = readonly [string, string, string];

/**
 * Returns the IDs of the three subcategories most closely related to a subcategory, closest first. Throws
 * `UnknownCategoryError` for an unknown subcategory.
 */
export function getRelatedSubcategoryIds(category: string, subcategory: string): RelatedIds {
  getSubcategory(category, subcategory);
  return RELATED_IDS[category as CategoryId][subcategory]!;
}
