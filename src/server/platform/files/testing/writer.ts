/** A process that writes the same file repeatedly: `writer.ts <folder> <key> <byte>`. */
import { createFolderStore } from '../folder.ts';

const [folder, key, value] = process.argv.slice(2);
const files = createFolderStore(folder!);
for (let time = 0; time < 40; time++)
  await files.write(key!, Buffer.alloc(200_000, Number(value)), 'image/avif');
