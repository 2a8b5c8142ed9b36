import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A text column that is compared byte by byte, so that both databases sort alike. */
export const bytewiseText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** A timestamp column of millisecond precision: page tokens carry milliseconds, and finer timestamps would skip rows. */
export const timestampColumn = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3 });
