/** Begins to draw a portrait, on the database at `DATABASE_URL`, and never comes to an end: to be killed at it. */
import { openDatabase } from '#server/platform/db/open.ts';
import { DRAW, TestQueue } from './queue.ts';

const database = await openDatabase({ url: process.env.DATABASE_URL! });
new TestQueue(database).start({
  ...DRAW,
  work({ author }) {
    process.send!(author);
    return new Promise(() => {});
  },
});
