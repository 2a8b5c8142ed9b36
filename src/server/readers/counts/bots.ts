import crawlers from 'crawler-user-agents';

/** Characters of a name that are looked at: those of browsers have two or three hundred. */
const MAX_USER_AGENT_LENGTH = 500;
/** What search engines, previews and programs name themselves. */
const BOT_PATTERN = new RegExp(crawlers.map(({ pattern }) => pattern).join('|'));

/** Whether a `User-Agent` is that of a machine, as it says itself. Every browser has one. */
export function isBot(agent: string | undefined): boolean {
  return !agent || BOT_PATTERN.test(agent.slice(0, MAX_USER_AGENT_LENGTH));
}
