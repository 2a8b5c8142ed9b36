/**
 * Preload (`--import`) that kills its process, like a power failure, after half of a file has been written:
 * the `KILLED_AT`th, counted from 1, of the files that are written whole, such as those of the file store.
 */
import { type FileHandle, open } from 'node:fs/promises';

const handle = await open(import.meta.filename);
const prototype = Object.getPrototypeOf(handle) as FileHandle;
await handle.close();

const { writeFile } = prototype;
let begun = 0;
prototype.writeFile = async function (this: FileHandle, ...given: Parameters<typeof writeFile>) {
  const [bytes] = given;
  if (!(bytes instanceof Uint8Array) || ++begun !== Number(process.env.KILLED_AT))
    return writeFile.apply(this, given);
  await this.write(bytes, 0, Math.floor(bytes.length / 2));
  process.kill(process.pid, 'SIGKILL');
};
