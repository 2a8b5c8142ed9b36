/**
 * A preload script (`--import`) that kills its process in the middle of writing a file, as a power failure would. It
 * counts the files that are written by a single call of `writeFile`, such as those of the file store. The environment
 * variable `KILLED_AT` is the number of the file, from 1, whose writing is interrupted.
 */
import { type FileHandle, open } from 'node:fs/promises';

const handle = await open(import.meta.filename);
const prototype = Object.getPrototypeOf(handle) as FileHandle;
await handle.close();

const { writeFile } = prototype;
let writeCount = 0;
prototype.writeFile = async function (this: FileHandle, ...args: Parameters<typeof writeFile>) {
  const [bytes] = args;
  if (!(bytes instanceof Uint8Array) || ++writeCount !== Number(process.env.KILLED_AT))
    return writeFile.apply(this, args);
  await this.write(bytes, 0, Math.floor(bytes.length / 2));
  process.kill(process.pid, 'SIGKILL');
};
