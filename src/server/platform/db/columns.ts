import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A text column that is compared byte by byte, so that PGlite and PostgreSQL servers sort it in the same order. */
export const bytewiseTextColumn = customType<{ data: string }>({
  dataType: () => 'text COLLATE "C"',
});

/**
 * Creates a timestamp column with millisecond precision. Page tokens contain timestamps in milliseconds, so pages could
 * skip rows if the column had a higher precision.
 */
export const timestampColumn = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3 });
