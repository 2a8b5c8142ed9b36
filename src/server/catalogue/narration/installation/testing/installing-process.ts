/**
 * Entry point of a child process that installs voices in tests. Its arguments are the data folder, and the archive as
 * JSON.
 */
import { startInstallation } from '../install-voices.ts';

const [dataFolder, archive] = process.argv.slice(2) as [string, string];
const { ended } = await startInstallation({ dataFolder, archive: JSON.parse(archive) });
await ended;
