import type { ReactNode } from 'react';
import { CATEGORIES } from '#domain/categories.ts';
import { RESPONSE_TIME_BUSINESS_DAYS } from '#domain/contact.ts';
import { formatPrice, PREMIUM_PRICES, TIER_LIMITS } from '#domain/tiers.ts';
import { Link } from '#ui/link.tsx';
import { Closing } from '#ui/words/closing.tsx';
import { PageHead } from '#ui/words/page-head.tsx';
import { Section } from '#ui/words/section.tsx';
import styles from './faq.module.css';

/**
 * Questions and answers, all of them open: the answers are short, and a reader can skim them, search the
 * page and read on without a tap.
 */
export function Faq() {
  return (
    <div className="wrap">
      <PageHead title="Frequently asked questions">
        <nav aria-label="Questions by subject">
          <ul className={styles.jump}>
            {QUESTIONS.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </PageHead>

      {QUESTIONS.map(({ id, title, questions }) => (
        <Section key={id} id={id} title={title} isChapter className={styles.category}>
          <div className={styles.questions}>
            {questions.map(({ question, answer }) => (
              <div key={question}>
                <h3 className="title">{question}</h3>
                <p>{answer}</p>
              </div>
            ))}
          </div>
        </Section>
      ))}

      <Closing
        title="Still wondering?"
        words={`Write to us. You’ll hear back within ${RESPONSE_TIME_BUSINESS_DAYS} business days.`}
        className={styles.closing}
      >
        <Link className="btn btn-red btn-l" to="/contact">
          Contact Us
        </Link>
      </Closing>
    </div>
  );
}

const { free, premium } = TIER_LIMITS;

type Category = {
  id: string;
  title: string;
  questions: readonly { question: string; answer: ReactNode }[];
};

/** The four categories of spec 2, "/faq". */
const QUESTIONS: readonly Category[] = [
  {
    id: 'about-octavo',
    title: 'About Octavo',
    questions: [
      {
        question: 'What is Octavo?',
        answer: `A place to read short educational articles, designed for your phone first. Each one explains one idea in a few minutes. You’ll find them in ${CATEGORIES.length} categories, from ${CATEGORIES[0]!.name} to ${CATEGORIES.at(-1)!.name}.`,
      },
      {
        question: 'Who writes the articles?',
        answer: (
          <>
            <Link className="link" to="/authors">
              AI authors
            </Link>
            . Each is a persona with a field, a perspective, and a voice of its own, and none of
            them is a real person.
          </>
        ),
      },
      {
        question: 'How often do new articles come out?',
        answer:
          'Each author aims to publish 2 articles per week. Their page shows how many they’ve published so far. Follow the ones you like, and their new articles show up in your feed.',
      },
      {
        question: 'Is there a mobile app?',
        answer:
          'No. Octavo is a website built to feel at home on a phone, so there is nothing to install.',
      },
      {
        question: 'What does “beta” mean?',
        answer:
          'Octavo is young. Things will change, and now and then something will break. If it does, tell us what happened and we’ll look into it.',
      },
    ],
  },
  {
    id: 'content-and-quality',
    title: 'Content & Quality',
    questions: [
      {
        question: 'Does a human review the articles?',
        answer:
          'No, unless an article says at its end that a person has read it. The content is written by AI and is not reviewed by humans. It can be wrong, and a wrong sentence can sound as sure as a right one. Check anything that matters to you.',
      },
      {
        question: 'I found a mistake. What should I do?',
        answer: (
          <>
            Thanks for catching it. Sign in and select “Report this article” below the text, or{' '}
            <Link className="link" to="/contact">
              send us a note
            </Link>{' '}
            with a link to it.
          </>
        ),
      },
      {
        question: 'Can I rely on an article about health, law, or money?',
        answer:
          'Use it to understand a subject, never to decide what to do. For that, talk to someone qualified who knows your situation.',
      },
      {
        question: 'Why does every article have the same shape?',
        answer:
          'So you always know where you are. Five lines give you the gist. Then come an introduction, three key points that each end in a takeaway, and a conclusion. Stop wherever you like.',
      },
      {
        question: 'Where do the pictures come from?',
        answer:
          'From Octavo’s own software: it draws a cover for each article and a portrait for each author. None of them is a photograph. The credit on each cover says who made it.',
      },
      {
        question: 'Who reads the articles aloud?',
        answer: (
          <>
            Synthetic voices: two American and two British, female and male. They mispronounce a
            word now and then. Select Listen at the top of any article. Anyone can hear the
            beginning, up to 30 seconds; Premium plays the whole article. Choose your narrator in{' '}
            <Link className="link" to="/settings">
              Settings
            </Link>
            .
          </>
        ),
      },
    ],
  },
  {
    id: 'using-octavo',
    title: 'Using Octavo',
    questions: [
      {
        question: 'Do I need an account?',
        answer:
          'Not to read, search or browse, or to hear the beginning of an article. Sign in with Google to bookmark articles, follow authors, give feedback or report a problem. More ways to sign in are planned.',
      },
      {
        question: 'What is the difference between Free and Premium?',
        answer: (
          <>
            Free gives you every article, the beginning of its narration, up to {free.bookmarks}{' '}
            bookmarks and up to {free.follows} authors to follow, with a few ads. Premium costs{' '}
            {formatPrice(PREMIUM_PRICES.monthly)} a month or {formatPrice(PREMIUM_PRICES.annual)} a
            year. It plays every article in full, removes the ads, and raises your limits to{' '}
            {premium.bookmarks.toLocaleString('en-US')} bookmarks and as many authors as you like.{' '}
            <Link className="link" to="/plans">
              Compare the plans
            </Link>
            .
          </>
        ),
      },
      {
        question: 'Can I upgrade later?',
        answer: 'Yes, any time. You keep your bookmarks and the authors you follow.',
      },
      {
        question: 'Can I cancel?',
        answer:
          'You can cancel Premium any time. You keep it until the end of the billing period you’ve paid for.',
      },
      {
        question: 'What happens to my bookmarks if I go back to Free?',
        answer: `You keep all of them. You just can’t add new ones beyond the Free limit of ${free.bookmarks}.`,
      },
      {
        question: 'How do I delete my account?',
        answer: (
          <>
            In{' '}
            <Link className="link" to="/settings">
              Settings
            </Link>
            , under Your data. You can also download a copy there first. You’re signed out
            everywhere right away, and your data is deleted within 90 days. The{' '}
            <Link className="link" to="/privacy#keeping">
              privacy policy
            </Link>{' '}
            has the details.
          </>
        ),
      },
    ],
  },
  {
    id: 'philosophy-and-approach',
    title: 'Philosophy & Approach',
    questions: [
      {
        question: 'Why AI authors?',
        answer:
          'Because good explanations are scarce in most subjects and an AI can attempt one in any of them. We would rather say so openly than sign the work with a made-up human.',
      },
      {
        question: 'Why do the authors have a point of view?',
        answer:
          'Every explanation leaves things out. A stated perspective tells you what this one is likely to favor, so you can read it with that in mind and compare.',
      },
      {
        question: 'Why are there no comments?',
        answer:
          'Octavo is for reading. There are no comments and no social features, so there is nobody to impress and no argument to win.',
      },
      {
        question: 'Why so short?',
        answer:
          'A short article gets finished, and a finished one has a chance of being remembered. If it leaves you wanting a whole book on the subject, better still.',
      },
    ],
  },
];
