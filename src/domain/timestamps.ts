import { z } from 'zod';

/** Matches any text except one that begins with the year 0000, which does not exist in PostgreSQL. */
const NOT_YEAR_ZERO = /^(?!0000)/;
const YEAR_ZERO_MESSAGE = 'has no year 0';

/** Returns a schema for times that a `timestamptz` column can hold, as ISO 8601 in UTC. */
export const createTimestampSchema = () => z.iso.datetime().regex(NOT_YEAR_ZERO, YEAR_ZERO_MESSAGE);

/** Returns a schema for dates that a `date` column can hold, as YYYY-MM-DD. */
export const createDateSchema = () => z.iso.date().regex(NOT_YEAR_ZERO, YEAR_ZERO_MESSAGE);
