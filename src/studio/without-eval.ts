import { config } from 'zod';

/**
 * Prevents zod from trying to use `eval`. The content security policy forbids `eval`, so the browser would report a
 * violation.
 */
config({ jitless: true });
