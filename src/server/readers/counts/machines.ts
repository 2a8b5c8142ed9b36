import crawlers from 'crawler-user-agents';

/** Characters of a name that are looked at: those of browsers have two or three hundred. */
const LOOKED_AT = 500;
/** What search engines, previews and programs name themselves. */
const MACHINE = new RegExp(crawlers.map(({ pattern }) => pattern).join('|'));

/** Whether a `User-Agent` is that of a machine, as it says itself. Every browser has one. */
export function isMachine(agent: string | undefined): boolean {
  return !agent || MACHINE.test(agent.slice(0, LOOKED_AT));
}
