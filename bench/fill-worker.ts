/**
 * A process that adds a range of a data set's articles to a database: `node bench/fill-worker.ts <database> <size>
 * <from> <to>`.
 */
import { openDatabase } from '#server/platform/db/open.ts';
import { addArticles } from './data-set.ts';

const [url, size, from, to] = process.argv.slice(2);
const { queries, close } = await openDatabase({ url: url! });
await addArticles(queries, Number(size), Number(from), Number(to));
await close();
