/** The name of a unit, in the singular and the plural. */
export type UnitName = readonly [one: string, many: string];

/** SI prefixes (BIPM, The International System of Units, table 7). */
const PREFIXES: Readonly<Record<string, string>> = {
  T: 'tera',
  G: 'giga',
  M: 'mega',
  k: 'kilo',
  h: 'hecto',
  d: 'deci',
  c: 'centi',
  m: 'milli',
  µ: 'micro',
  μ: 'micro',
  n: 'nano',
  p: 'pico',
  f: 'femto',
};

/** Units that take SI prefixes, by symbol. */
const PREFIXABLE_UNITS: Readonly<Record<string, string | UnitName>> = {
  m: 'metre',
  g: 'gram',
  s: 'second',
  W: 'watt',
  V: 'volt',
  A: 'amp',
  Hz: ['hertz', 'hertz'],
  J: 'joule',
  N: 'newton',
  Pa: 'pascal',
  l: 'litre',
  L: 'litre',
  eV: 'electron volt',
  Ω: 'ohm',
  K: 'kelvin',
  mol: 'mole',
  T: 'tesla',
  F: 'farad',
  B: 'byte',
  b: 'bit',
  bit: 'bit',
  Bq: ['becquerel', 'becquerels'],
  Sv: 'sievert',
  Wh: 'watt hour',
  cal: 'calorie',
  pc: 'parsec',
  lm: 'lumen',
  lx: ['lux', 'lux'],
};

/** Units that do not take SI prefixes, by symbol. */
const UNPREFIXED_UNITS: Readonly<Record<string, string | UnitName>> = {
  min: 'minute',
  h: 'hour',
  hr: 'hour',
  hrs: 'hour',
  sec: 'second',
  secs: 'second',
  mins: 'minute',
  ha: 'hectare',
  t: 'tonne',
  '°C': ['degree Celsius', 'degrees Celsius'],
  '°F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '°N': ['degree north', 'degrees north'],
  '°S': ['degree south', 'degrees south'],
  '°E': ['degree east', 'degrees east'],
  '°W': ['degree west', 'degrees west'],
  '°': 'degree',
  mph: ['mile per hour', 'miles per hour'],
  mpg: ['mile per gallon', 'miles per gallon'],
  kph: ['kilometre per hour', 'kilometres per hour'],
  ft: ['foot', 'feet'],
  'ft.': ['foot', 'feet'],
  'in.': ['inch', 'inches'],
  yd: 'yard',
  yds: 'yard',
  mi: 'mile',
  'sq ft': ['square foot', 'square feet'],
  'sq. ft': ['square foot', 'square feet'],
  'sq m': 'square metre',
  'sq. m': 'square metre',
  'sq. km': 'square kilometre',
  'sq. mi': 'square mile',
  'sq km': 'square kilometre',
  'sq mi': 'square mile',
  lb: 'pound',
  lbs: 'pound',
  'lb.': 'pound',
  'lbs.': 'pound',
  oz: 'ounce',
  'oz.': 'ounce',
  pt: 'pint',
  gal: 'gallon',
  dB: ['decibel', 'decibels'],
  ppm: ['part per million', 'parts per million'],
  ppb: ['part per billion', 'parts per billion'],
  rpm: ['revolution per minute', 'revolutions per minute'],
  bpm: ['beat per minute', 'beats per minute'],
  dpi: ['dot per inch', 'dots per inch'],
  fps: ['frame per second', 'frames per second'],
  bps: ['bit per second', 'bits per second'],
  kbps: ['kilobit per second', 'kilobits per second'],
  Mbps: ['megabit per second', 'megabits per second'],
  Gbps: ['gigabit per second', 'gigabits per second'],
  psi: ['pound per square inch', 'pounds per square inch'],
  bar: ['bar', 'bars'],
  mbar: 'millibar',
  atm: 'atmosphere',
  px: 'pixel',
  hp: ['horsepower', 'horsepower'],
  AU: 'astronomical unit',
  au: 'astronomical unit',
  ly: 'light year',
};

/**
 * Unit symbols that are left out of {@link UNIT_NAMES}, because they often mean something else, as in "Group 5 A", "the
 * 5 F" or "4 B pencils".
 */
const AMBIGUOUS = new Set(['A', 'T', 'F', 'B', 'b', 'pT', 'fT', 'hT', 'dT', 'cT', 'hL', 'da']);

/** Names of units, by symbol. A unit symbol after a number is replaced with the unit's name. */
export const UNIT_NAMES: ReadonlyMap<string, UnitName> = new Map(
  [
    ...Object.entries(PREFIXABLE_UNITS).flatMap(([symbol, name]) => [
      [symbol, toUnitName(name)] as const,
      ...Object.entries(PREFIXES).map(
        ([prefix, prefixName]) =>
          [
            `${prefix}${symbol}`,
            toUnitName(name).map((unit) => prefixName + unit) as unknown as UnitName,
          ] as const,
      ),
    ]),
    ...Object.entries(UNPREFIXED_UNITS).map(
      ([symbol, name]) => [symbol, toUnitName(name)] as const,
    ),
  ].filter(([symbol]) => !AMBIGUOUS.has(symbol)),
);

/** Unit symbols that cannot be words or acronyms. They are converted to unit names even without a number. */
export const STANDALONE_UNIT_SYMBOLS = [
  ...['km', 'cm', 'mm', 'µm', 'μm', 'nm', 'kg', 'mg', 'kW', 'kWh', 'MW', 'GW', 'kHz', 'MHz', 'GHz'],
  ...[
    'Hz',
    'hPa',
    'kPa',
    'mph',
    'km²',
    'm²',
    'm³',
    'cm²',
    'cm³',
    '°C',
    '°F',
    'km/h',
    'm/s',
    'm/s²',
  ],
];

function toUnitName(name: string | UnitName): UnitName {
  return typeof name === 'string' ? [name, `${name}s`] : name;
}
