import { config } from 'zod';

/** The content security policy lets nothing be compiled at run time: to try would only be reported. */
config({ jitless: true });
