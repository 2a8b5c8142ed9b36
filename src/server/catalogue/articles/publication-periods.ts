/** A calendar month, a day or an hour in UTC. */
export interface PublicationPeriod {
  /**
   * The prefix that all ISO 8601 times in the period have in common, such as `2026-11`, `2026-11-30` or
   * `2026-11-30T14`.
   */
  name: string;
  /** First instant of the period. */
  from: Date;
  /** First instant after the period. */
  until: Date;
}

/** A time range that includes `from` and excludes `until`. */
export type TimeRange = Pick<PublicationPeriod, 'from' | 'until'>;

/** A time range that contains all possible publication times. */
export const WIDEST_TIME_RANGE: TimeRange = {
  from: new Date('0001-01-01T00:00:00Z'),
  until: new Date('9999-12-31T00:00:00Z'),
};

/** The units of periods, from the longest to the shortest. */
export const PERIOD_UNITS = ['month', 'day', 'hour'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** Number of characters in the name of a period, by unit. */
const NAME_LENGTHS: Readonly<Record<PeriodUnit, number>> = { month: 7, day: 10, hour: 13 };
const FIRST_INSTANT = '0000-01-01T00:00:00.000Z';

/** Returns the period that contains `time`. */
export function getPeriodAt(time: Date, unit: PeriodUnit): PublicationPeriod {
  return createPeriod(time.toISOString().slice(0, NAME_LENGTHS[unit]), unit);
}

/**
 * Parses the name of a period, and returns the period with its unit. Returns `undefined` if the name is invalid or the
 * period is not within {@link WIDEST_TIME_RANGE}. The database can store neither the year 0 nor the form in which
 * JavaScript writes the year 10000.
 */
export function parsePeriod(
  name: string,
): { period: PublicationPeriod; unit: PeriodUnit } | undefined {
  const unit = PERIOD_UNITS.find((each) => NAME_LENGTHS[each] === name.length);
  if (!unit) return undefined;
  const period = createPeriod(name, unit);
  return isWithinAllTimes(period) && isNameOf(name, period.from) ? { period, unit } : undefined;
}

/** Returns the next shorter unit: days for months, hours for days. Returns `undefined` for hours. */
export function getShorterUnit(unit: PeriodUnit): PeriodUnit | undefined {
  return PERIOD_UNITS[PERIOD_UNITS.indexOf(unit) + 1];
}

function createPeriod(name: string, unit: PeriodUnit): PublicationPeriod {
  const from = new Date(name + FIRST_INSTANT.slice(name.length));
  const until = new Date(from);
  if (unit === 'month') until.setUTCMonth(until.getUTCMonth() + 1);
  if (unit === 'day') until.setUTCDate(until.getUTCDate() + 1);
  if (unit === 'hour') until.setUTCHours(until.getUTCHours() + 1);
  return { name, from, until };
}

/** Returns false if the range exceeds {@link WIDEST_TIME_RANGE} or has an invalid time. */
function isWithinAllTimes({ from, until }: TimeRange): boolean {
  return from >= WIDEST_TIME_RANGE.from && until <= WIDEST_TIME_RANGE.until;
}

/**
 * Returns true if `name` is the beginning of the ISO 8601 form of `from`, the time that was parsed from `name`. This is
 * false for an invalid date such as `2026-02-30`, because JavaScript parses it as a later day.
 */
function isNameOf(name: string, from: Date): boolean {
  return from.toISOString().startsWith(name);
}
