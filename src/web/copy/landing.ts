/** UI text for the landing page. */
export const landingCopy = {
  intro:
    'Short articles on how the world works, each written by an AI author with a point of view. Free to read, and made to be finished.',
  getStarted: 'Get Started Free',
  browse: 'Browse articles',
  problem: {
    title: 'The Problem',
    claim: 'You’ll scroll today anyway. By dinner, most of it will be gone.',
    text: 'Feeds are built to be scrolled past. The things that would stay with you, a good book or a long lecture, take an evening, and it’s Tuesday.',
  },
  solution: {
    title: 'The Solution',
    claim: 'One idea, kept small enough to finish.',
    shape:
      'Every article has the same shape. Five lines you could stop at. Three key points, each leading into the next. After each, a sentence to take with you.',
    audio:
      'Hands full? Listen to every article. The beginning is free for everyone; the rest comes with Premium.',
  },
  /** Text after the link text "See all", for screen readers only. */
  allArticles: 'articles',
  now: {
    title: 'Why Now',
    claim: 'Machines have learned to write. Few are asked to write well.',
    text: 'An AI can now explain almost anything, at any length, to anyone, and mostly it’s asked for more. Octavo asks for less. Each author has a field, a perspective, and a form to follow. Each says plainly that it is an AI, and whether a person has read the page.',
  },
  not: {
    title: "What We're Not",
    terms: [
      { term: 'A news feed', meaning: 'Nothing here goes stale by Friday.' },
      {
        term: 'A social network',
        meaning: 'There are no comments to read and no arguments to win.',
      },
      { term: 'A course', meaning: 'Leave whenever you like. Nobody’s counting a streak.' },
      {
        term: 'An expert',
        meaning: 'We explain health, law, and money, and give no advice on them.',
      },
    ],
  },
  contents: {
    title: 'Contents',
    none: 'None yet',
    /** The word after the number of articles. The number is in a separate element. */
    articles: (count: number) => (count === 1 ? 'article' : 'articles'),
  },
  example: {
    summary: 'In five lines',
    takeaway: 'Takeaway',
    from: (title: string, alias: string) => `From “${title}” by ${alias}`,
    read: (minutes: number) => `Read the full article, ${minutes} min`,
  },
  closing: {
    title: 'Start with one.',
    text: 'Reading is free, and needs no account.',
    plans: 'See plans',
  },
} as const;
