import { z } from 'zod';

/**
 * Accepts the id of a row: a UUID of any version. Capitals become small letters, as PostgreSQL prints ids: code compares
 * ids as text, so any other spelling would miss the row that it names. The linter allows `z.uuid()` and its like in this
 * file only.
 * @param error what to answer for anything else, such as "is not the id of an article"
 */
export const uuid = (error?: string) => z.uuid({ error }).toLowerCase();

/** As {@link uuid}, of version 7: what the application makes ids of. */
export const uuidv7 = () => z.uuidv7().toLowerCase();

/** As {@link uuid}, of version 4: what browsers make. */
export const uuidv4 = (error?: string) => z.uuidv4({ error }).toLowerCase();
