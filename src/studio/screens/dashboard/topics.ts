import { FEEDBACK_TYPES, type FeedbackType } from '#domain/feedback.ts';
import type { DayFigures, FiguresOfDays } from '#domain/studio/figures.ts';

type Count = Exclude<keyof DayFigures, 'day'>;

/** A line, an area or the bars of a chart. */
export interface Series {
  key: Count;
  name: string;
  /** A token of `tokens.css`. */
  colour: string;
}

/** Something an editor looks at by day. */
export interface Topic {
  id: string;
  name: string;
  /** What it counts, in a sentence. */
  meaning: string;
  /** How its series stand to each other: side by side on top of each other, one within the other, or each by itself. */
  drawn: 'bars' | 'nested' | 'beside';
  series: readonly Series[];
  /** What its tile adds up. */
  counts: readonly Count[];
  /** Nobody does it to an author or a category. */
  isOfAllAlone?: boolean;
  /** Nobody does it to an article. */
  isOfNoArticle?: boolean;
}

const FEEDBACK_COLOURS: Readonly<Record<FeedbackType, string>> = {
  THOUGHT_PROVOKING: 'var(--ink)',
  EYE_OPENING: 'var(--red)',
  PRACTICAL: 'var(--beginner)',
  INTRIGUING: 'var(--intermediate)',
};
const FEEDBACK = Object.entries(FEEDBACK_TYPES).map(([type, { label }]) => ({
  key: type as FeedbackType,
  name: label,
  colour: FEEDBACK_COLOURS[type as FeedbackType],
}));

const one = (key: Count, name: string): Pick<Topic, 'drawn' | 'series' | 'counts'> => ({
  drawn: 'bars',
  series: [{ key, name, colour: 'var(--red)' }],
  counts: [key],
});

export const TOPICS: readonly Topic[] = [
  {
    id: 'reads',
    name: 'Reads',
    meaning:
      'How much of a text was in view for long enough to be read: half of it, or nearly all, which is counted of those alone who agree to analytics. Days are UTC’s.',
    drawn: 'nested',
    series: [
      { key: 'read', name: 'Half', colour: 'var(--quiet)' },
      { key: 'agreed', name: 'Half, with analytics', colour: 'var(--intermediate)' },
      { key: 'finished', name: 'To the end', colour: 'var(--red)' },
    ],
    counts: ['read'],
  },
  {
    id: 'listens',
    name: 'Listens',
    meaning: 'How much of a narration was heard: whoever hears all of it counts in each part.',
    drawn: 'nested',
    series: [
      { key: 'listen25', name: 'A quarter', colour: 'var(--quiet)' },
      { key: 'listen50', name: 'Half', colour: 'var(--intermediate)' },
      { key: 'listen75', name: 'Three quarters', colour: 'var(--advanced)' },
      { key: 'listen100', name: 'To the end', colour: 'var(--red)' },
    ],
    counts: ['listen25'],
  },
  {
    id: 'followers',
    name: 'New followers',
    meaning: 'Follows that were taken back are not counted.',
    ...one('follows', 'New followers'),
    isOfNoArticle: true,
  },
  {
    id: 'bookmarks',
    name: 'Bookmarks',
    meaning: 'Bookmarks that were taken away are not counted.',
    ...one('bookmarks', 'Bookmarks'),
  },
  {
    id: 'shares',
    name: 'Shares',
    meaning: 'How often an article was shared, once a visit.',
    ...one('share', 'Shares'),
  },
  {
    id: 'feedback',
    name: 'Feedback',
    meaning: 'What readers say of articles. Who changes their mind counts on that day.',
    drawn: 'bars',
    series: FEEDBACK,
    counts: FEEDBACK.map(({ key }) => key),
  },
  {
    id: 'subscriptions',
    name: 'New subscriptions',
    meaning: 'Subscriptions that began, and those that came to an end.',
    drawn: 'beside',
    series: [
      { key: 'started', name: 'Began', colour: 'var(--beginner)' },
      { key: 'ended', name: 'Ended', colour: 'var(--red)' },
    ],
    counts: ['started'],
    isOfAllAlone: true,
  },
  {
    id: 'reports',
    name: 'Reports',
    meaning: 'Articles that readers reported, by the day of the report.',
    ...one('reports', 'Reports'),
  },
];

/** What a topic comes to over some days. */
export function totalOf({ counts }: Topic, days: readonly Omit<FiguresOfDays['before'], never>[]) {
  return days.reduce((sum, day) => sum + counts.reduce((all, key) => all + day[key], 0), 0);
}

/** "+12%", "−3%", "as before"; `undefined` where there was nothing to compare with. */
export function changeOf(now: number, before: number): string | undefined {
  if (!before) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  if (!percent) return 'as before';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-US')}%`;
}
