/**
 * A module for `--import` that kills its process in the middle of writing a file, as a power failure would. The
 * environment variable `KILLED_AT` is the number of the file that is left incomplete, counted from 1. Counts only files
 * that are written with a single call to `writeFile`, as the file store writes them.
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
