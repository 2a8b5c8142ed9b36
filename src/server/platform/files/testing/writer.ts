/**
 * Entry point of a test process that writes the same file repeatedly until its parent process disconnects. Sends its
 * parent a message after the first write. Usage: `writer.ts <folder> <key> <byte>`.
 */
import { createFolderFileStore } from '../folder.ts';

const [folder, key, value] = process.argv.slice(2);
const files = createFolderFileStore(folder!);
let isConnected = true;
process.once('disconnect', () => {
  isConnected = false;
});
for (let count = 1; isConnected; count++) {
  await files.write(key!, Buffer.alloc(200_000, Number(value)), 'image/avif');
  if (count === 1) process.send!('written');
}
