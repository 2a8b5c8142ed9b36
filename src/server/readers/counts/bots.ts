import crawlers from 'crawler-user-agents';

/**
 * Number of characters at the start of a user agent that are matched against the bot pattern. Browsers' user agents
 * have 200 to 300 characters.
 */
const MAX_USER_AGENT_LENGTH = 500;
/** Matches the user agents of search engines, link previews and other automated clients. */
const BOT_PATTERN = new RegExp(crawlers.map(({ pattern }) => pattern).join('|'));

/** Returns true if a `User-Agent` header belongs to a bot or is missing. Every browser sends the header. */
export function isBotUserAgent(agent: string | undefined): boolean {
  return !agent || BOT_PATTERN.test(agent.slice(0, MAX_USER_AGENT_LENGTH));
}
