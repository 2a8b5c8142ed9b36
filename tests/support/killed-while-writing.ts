/**
 * A module for `--import` that kills its process in the middle of writing a file, as a power failure would. It counts
 * only files that are written with a single call of `writeFile`, as the file store does. The environment variable
 * `KILLED_AT` says which of these files is interrupted, counted from 1.
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
