/** For every test file: none of the modules that an earlier one loaded or replaced. */
import { vi } from 'vitest';

vi.resetModules();
