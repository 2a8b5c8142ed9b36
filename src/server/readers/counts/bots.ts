import crawlers from 'crawler-user-agents';

/** Characters of a user agent to test; browsers use two or three hundred. */
const MAX_USER_AGENT_LENGTH = 500;
/** Matches the user agents of search engines, link previews and programs. */
const BOT_PATTERN = new RegExp(crawlers.map(({ pattern }) => pattern).join('|'));

/** True if a `User-Agent` header is missing or belongs to a bot. Every browser sends one. */
export function isBot(agent: string | undefined): boolean {
  return !agent || BOT_PATTERN.test(agent.slice(0, MAX_USER_AGENT_LENGTH));
}
