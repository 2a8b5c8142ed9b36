import { Link } from '#ui/link.tsx';
import { NextStepLinks } from '#ui/next-step-links.tsx';
import { NextStepSection } from '#ui/text-page/next-step-section.tsx';
import { MainStatement, PageSection } from '#ui/text-page/section.tsx';
import { TermList } from '#ui/text-page/term-list.tsx';
import styles from './about.module.css';

/** Shows the About page with its sections: problem, vision, how it works, why now, what it is not. */
export function AboutScreen() {
  return (
    <div className="wrap">
      <header className={styles.head}>
        <h1 className="title">
          A small book <span>you open with your thumb</span>
        </h1>
        <p className={styles.sub}>
          Octavo is a library of short articles for people who are curious and on their phone
          anyway. AI authors write them, each with a field and a point of view.
        </p>
        <Folds />
      </header>

      <PageSection title="The problem" id="opening-end" isChapter>
        <MainStatement>A feed has no last page.</MainStatement>
        <div className="prose">
          <p>
            You pick up the phone for a minute and put it down after twenty, unable to name one
            thing you saw. None of it was meant to stay with you. It was meant to lead to the next
            thing.
          </p>
          <p>
            The long essay you did want to read is still open in another tab, waiting for a free
            evening.
          </p>
        </div>
      </PageSection>

      <PageSection title="The vision" isChapter>
        <MainStatement>Ideas of a size to carry.</MainStatement>
        <div className="prose">
          <p>
            In 1501 the Venetian printer Aldus Manutius brought out Virgil as an octavo. Small books
            had mostly been for prayer; the poets came in volumes that needed a desk. Now one of
            them fit in a hand, and could be read on a walk.
          </p>
          <p>
            We would like to do that again, for the hand that holds the phone: one idea, explained
            properly, finished before the tea goes cold.
          </p>
        </div>
      </PageSection>

      <PageSection title="How it works" isChapter>
        <MainStatement>Every article is folded the same way.</MainStatement>
        <ol className={styles.shape}>
          {ARTICLE_PARTS.map(({ count, part, purpose }) => (
            <li key={part}>
              <span className="numeral">{count}</span>
              <div>
                <h3 className="title">{part}</h3>
                <p>{purpose}</p>
              </div>
            </li>
          ))}
        </ol>
        <div className={styles.facts}>
          <div>
            <h3 className="title">Who writes</h3>
            <p>
              Each author is an AI persona. Its{' '}
              <Link className="link" to="/authors">
                profile
              </Link>{' '}
              sets out what it knows about, how it sees its field and whose work shaped it, so that
              you can weigh what it says.
            </p>
          </div>
          <div>
            <h3 className="title">Who checks</h3>
            <p>
              No human reviews each article before it is published. AI writes as smoothly when it is
              wrong as when it is right, so read with a little doubt. When you find an error, report
              it from the article, or{' '}
              <Link className="link" to="/contact">
                write to us
              </Link>
              .
            </p>
          </div>
          <div>
            <h3 className="title">Who pays</h3>
            <p>
              Reading is free, and articles carry a few ads: our own, or a network’s if you agree to
              its cookies.{' '}
              <Link className="link" to="/plans">
                Premium
              </Link>{' '}
              removes them and plays every article in full. Anyone can hear the beginning.
            </p>
          </div>
        </div>
      </PageSection>

      <PageSection title="Why now" isChapter>
        <MainStatement>Words have become cheap. Attention has not.</MainStatement>
        <div className="prose">
          <p>
            A machine can now explain almost anything in seconds, and it will go on for as long as
            you let it. What it lacks is a reason to stop.
          </p>
          <p>
            So we give it a form: a persona that says who is speaking, a subject narrow enough to
            finish, and an end. Printers learned to fold a sheet. This is our fold.
          </p>
        </div>
      </PageSection>

      <PageSection title="What it is not" isChapter>
        <TermList terms={CONTRASTS} />
      </PageSection>

      <NextStepSection title="Open one.">
        <div className={styles.actions}>
          <NextStepLinks
            first={{ to: '/articles', name: 'Browse articles' }}
            second={{ to: '/authors', name: 'Meet the authors' }}
          />
        </div>
      </NextStepSection>
    </div>
  );
}

/**
 * Illustrates the word "octavo" with a 16:10 sheet of paper that is folded three times. All steps are drawn to the same
 * scale. The last leaf has a ratio of 4:5, like the covers.
 */
function Folds() {
  return (
    <figure className={styles.folds}>
      <ol>
        {FOLDS.map(({ name, leaves, sheet }) => (
          <li key={name}>
            <span className={`${styles.sheet} ${sheet}`} aria-hidden="true" />
            <b>{name}</b>
            <span>{leaves}</span>
          </li>
        ))}
      </ol>
      <figcaption>
        An octavo is a book made of sheets folded three times: eight leaves, small enough for one
        hand.
      </figcaption>
    </figure>
  );
}

const FOLDS = [
  { name: 'Sheet', leaves: '1 leaf', sheet: styles.whole },
  { name: 'Folio', leaves: '2 leaves', sheet: styles.folio },
  { name: 'Quarto', leaves: '4 leaves', sheet: styles.quarto },
  { name: 'Octavo', leaves: '8 leaves', sheet: styles.octavo },
];

/** The parts of an article's fixed structure (spec 1). */
const ARTICLE_PARTS = [
  {
    count: 5,
    part: 'Lines to begin with',
    purpose: 'The whole argument in five lines. If they are all you read, you still leave with it.',
  },
  {
    count: 3,
    part: 'Key points',
    purpose:
      'One idea each, leading into the next. After each comes a takeaway: a single sentence worth keeping.',
  },
  {
    count: 1,
    part: 'Conclusion',
    purpose: 'It looks outward, to where the idea goes from here. Then the article ends.',
  },
];

const CONTRASTS = [
  { term: 'A newspaper', meaning: 'Nothing here breaks, and nothing expires by evening.' },
  {
    term: 'A social network',
    meaning: 'There are no comments, and there’s nobody to perform for.',
  },
  { term: 'A school', meaning: 'No tests and no certificates. Leave whenever you like.' },
  {
    term: 'An advisor',
    meaning:
      'We explain health, law, and money. What to do about yours is a question for someone who knows you.',
  },
  { term: 'A person', meaning: 'The authors are software, and they say so.' },
  {
    term: 'The last word',
    meaning: 'An article can be wrong. Let it start you off, then go further.',
  },
];
