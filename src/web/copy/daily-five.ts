import type { DailyFiveReason } from '#domain/daily-five.ts';

/** Reasons why an article is one of the day's five articles. */
const REASONS: Readonly<Record<DailyFiveReason, string>> = {
  followed: 'From an author you follow',
  topic: 'On a topic you chose',
  familiar: 'More of what you finish',
  popular: 'Among the most bookmarked',
  unfamiliar: 'Something different',
};

/**
 * UI text for the five articles of the day, and for the list of articles that a visitor has started but not finished.
 */
export const dailyFiveCopy = {
  title: 'Today’s five',
  progress: (read: number, total: number) => `${read} of ${total} read`,
  done: 'That’s today’s sheet. Tomorrow there is another.',
  nothing: 'You’ve read everything there is. New articles appear here as they are published.',
  reasons: REASONS,
  read: 'Read',
  why: 'Why these?',
  rule: 'One by an author you follow, one on a topic you chose, one on a subject you often finish, one of the most bookmarked, and one from a field you haven’t seen for a while. Never one you’ve read. If there is none of a kind, you get another field. New ones come at midnight UTC.',
  visitorRule:
    'The same for every visitor: one of the most bookmarked, and four from the fields shown longest ago. New ones at midnight UTC.',
  topicsFromTomorrow: 'Your topics count from tomorrow’s five on.',
  topicsFailed: 'Failed to save your topics. Please try again.',
  continue: 'Continue',
  startAgain: 'Start from the beginning',
  clearOnDevice: 'Forget what I read here',
} as const;
