import { CONTACT_KEPT_DAYS } from '#domain/contact.ts';
import { CONTACT_EMAIL } from '#domain/contact-address.ts';
import { RECEIPTS_KEPT_DAYS } from '#domain/counts.ts';
import { Link } from '#ui/link.tsx';
import styles from './legal.module.css';
import { LegalPage } from './legal-page.tsx';

/** The privacy policy: what is there, and nothing that is not there yet. Other pages link to `#cookies`. */
export function Privacy() {
  return <LegalPage title="Privacy policy" summary={SUMMARY} sections={SECTIONS} />;
}

const SUMMARY = [
  'You can read without an account, and without telling us who you are.',
  'If you sign in with Google, we receive your name and email address.',
  'We set only the cookies we need unless you say yes to more, and you can change your mind in settings.',
  'We do not sell your data. The companies that help us run Octavo see what they need.',
  'You can download your data and delete your account in settings. Your data is then deleted within 90 days.',
];

/** What the browser keeps. Names and lifetimes follow spec 3 and 9, as far as it is kept yet. */
type StoredItem = { names: readonly string[]; purpose: string; lifetime: string };

const NECESSARY_COOKIES: readonly StoredItem[] = [
  {
    names: ['session'],
    purpose: 'Proves to our server that you are signed in. Scripts on the page cannot read it.',
    lifetime: '30 days after you last used Octavo, 180 days at most, or until you sign out',
  },
  {
    names: ['id_token'],
    purpose:
      'Tells the page that you are signed in. The page can read it: it holds the name, email address, plan and way of signing in that it shows you. It doesn’t give access to anything.',
    lifetime: '30 days after you last used Octavo, 180 days at most, or until you sign out',
  },
  {
    names: [
      'pkce_code_verifier',
      'auth_redirect',
      'auth_state',
      'auth_nonce',
      'auth_provider',
      'auth_link',
      'auth_begun',
    ],
    purpose:
      'Set while you sign in. They make sure the response from the sign-in provider is meant for you, and bring you back to where you were.',
    lifetime: '300 seconds',
  },
  {
    names: ['link_offer'],
    purpose:
      'Set when your email address already has an account with another way to sign in. It lets you connect the two.',
    lifetime: '1 hour',
  },
  {
    names: ['cookie_consent'],
    purpose:
      'Your answer about cookies: whether you agree to analytics and to advertising, when you said so, and which version of the question it was. It stays in your browser.',
    lifetime: '1 year',
  },
  {
    names: ['cookie_probe'],
    purpose:
      'Set and removed right away, to check whether your browser keeps cookies. If it doesn’t, we don’t ask about optional ones, and can’t sign you in.',
    lifetime: 'A moment',
  },
];

const LOCAL_STORAGE: readonly StoredItem[] = [
  {
    names: ['theme'],
    purpose: 'Light, dark, or whatever your system uses.',
    lifetime: 'Until you clear it',
  },
  {
    names: ['cache:bookmarks', 'cache:follows'],
    purpose:
      'Which articles you have bookmarked and which authors you follow, so that every page shows it at once.',
    lifetime: '1 hour, or until you sign out',
  },
  {
    names: ['cache:read'],
    purpose:
      'While you are signed in, which articles you have read to the end, so that suggestions start with ones you haven’t read. It stays in this browser.',
    lifetime: 'Until you sign out',
  },
  {
    names: ['audioNarrator', 'audioPlaybackSpeed', 'audioAutoplay', 'audioDownloads'],
    purpose:
      'Which narrator reads to you, how fast, whether the next article starts when one ends, and whether the player offers downloads.',
    lifetime: 'Until you clear it',
  },
  {
    names: ['cache:listening'],
    purpose:
      'While you are signed in, where you left off in articles you haven’t finished listening to, so that you can pick up from there; and the narrator you chose, until it’s saved to your account.',
    lifetime: 'Until you sign out',
  },
  {
    names: ['cache:listen-next'],
    purpose: 'While you are signed in, the articles in your listening queue.',
    lifetime: 'Until you sign out',
  },
  {
    names: ['consent-over-signal'],
    purpose:
      'That you made a choice in settings even though your browser sends the Global Privacy Control signal, so that your choice counts. It holds only a time.',
    lifetime: 'Until you clear it',
  },
  {
    names: ['fonts'],
    purpose:
      'That this browser has fetched our fonts before, so that pages can use them right away. It holds one word.',
    lifetime: 'Until you clear it',
  },
];

const SESSION_STORAGE: readonly StoredItem[] = [
  {
    names: ['intent', 'signing-in'],
    purpose:
      'What you were about to do when we asked you to sign in, and on which page, so that you can pick up from there once you’re back.',
    lifetime: '15 minutes',
  },
  {
    names: ['list:…', 'cache:list:…', 'react-router-scroll-positions'],
    purpose:
      'The lists you have loaded and how far down you were, so that going back or reloading returns you to the same place.',
    lifetime: 'Until you close the tab',
  },
  {
    names: ['contact', 'cache:contact'],
    purpose:
      'What you have typed into the contact form, so that it isn’t lost if you reload or sending fails.',
    lifetime: 'Until it is sent, you close the tab or, if you are signed in, sign out',
  },
  {
    names: ['cache:topics:…'],
    purpose: 'The subjects you chose when we suggested authors to you.',
    lifetime: 'Until you sign out or close the tab',
  },
  {
    names: ['reloaded-for-chunk'],
    purpose: 'When a page was loaded again because Octavo had been updated. It holds only a time.',
    lifetime: 'Until you close the tab',
  },
];

function StoredItems({ items }: { items: readonly StoredItem[] }) {
  return (
    <dl className={styles.stored}>
      {items.map(({ names, purpose, lifetime }) => (
        <div key={names[0]}>
          <dt>
            {names.map((name) => (
              <code key={name}>{name}</code>
            ))}
          </dt>
          <dd>{purpose}</dd>
          <dd className={styles.lifetime}>{lifetime}</dd>
        </div>
      ))}
    </dl>
  );
}

const SECTIONS = [
  {
    id: 'about',
    title: 'What this policy covers',
    body: (
      <>
        <p>
          This policy describes how Octavo (“we”, “us”) handles personal data on this website, from
          a single page read without an account to the deletion of one. Personal data means anything
          that says something about you as an identifiable person. For the purposes of data
          protection law, we decide why and how this data is used.
        </p>
        <p>
          Octavo is in beta. When a change to the product changes what we do with your data, we
          change this page first.
        </p>
      </>
    ),
  },
  {
    id: 'collect',
    title: 'What we collect',
    body: (
      <>
        <h3>When you read</h3>
        <p>
          We count, by day, how often each article is read (half of it), listened to (a quarter,
          half, three quarters or all of it) and shared; and if you agree to analytics, how often it
          is read to its end. Your browser sends that without cookies, together with a random number
          that stands for this one article on this one page. So that nothing counts twice, we keep
          that number, the article, what was counted and the day for {RECEIPTS_KEPT_DAYS} days after
          that day; then only the totals are left. We do not keep who it was. If your browser sends
          “Do Not Track” or Global Privacy Control, nothing is counted.
        </p>
        <p>
          We keep no record of what you search for, nor of which pages you open. Your IP address is
          needed to answer you; so that nobody asks for too much at once, it is counted for a few
          minutes and then forgotten. When something breaks, an error report records what the
          software was doing, which may include the page and the account concerned.
        </p>
        <p>
          The companies whose computers and networks carry Octavo may keep logs of their own, with
          IP addresses and the addresses of pages.
        </p>
        <h3>When you sign in</h3>
        <p>
          You sign in through a social account provider, at present Google. With your agreement
          there, we receive your name, your email address and an identifier for your account. We do
          not receive your password, and we ask for nothing else, such as your contacts.
        </p>
        <p>
          For each browser you are signed in with, we keep its description of itself, when you
          signed in and when it was last used, to the hour. You find them under Devices in{' '}
          <Link to="/settings">settings</Link>, where you can sign out each of them, or all.
        </p>
        <h3>When you use your account</h3>
        <p>
          We store your bookmarks, the authors you follow, the feedback you choose on an article,
          and reports you make with the reason and any explanation. While you listen to a narration,
          we store which sentence you are at and when, so that any device of yours can go on from
          there. We store the narrator you choose. What you bookmark or listen to can hint at what
          you think or feel. We do not use it to guess at your health, beliefs or politics.
        </p>
        <h3>When you buy Premium</h3>
        <p>
          You pay through Stripe. We tell it your name and email address, and it tells us whether a
          subscription is paid for and until when. What you pay with, and your address where one is
          needed for a tax, it keeps for itself: we see neither.
        </p>
        <h3>When you write to us</h3>
        <p>
          Through the <Link to="/contact">contact form</Link> we receive the name, email address,
          subject and message you enter and, if you are signed in, which account is yours. From your
          own email program, we receive your address and what you wrote. We use it to answer you.
        </p>
        <p>
          Against spam, your browser does a short calculation before the form is sent. Nothing about
          you goes into it, and nobody else takes part. Where Octavo is run with reCAPTCHA in its
          place, the form says so beside its button: once you begin to fill it in, Google receives
          your IP address and what its script notes of your browser, sets a cookie of its own
          (“_GRECAPTCHA”), and uses them under its own privacy policy.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'Why we use it',
    body: (
      <>
        <p>
          Under European and United Kingdom law each use needs a legal basis. Ours are these, and we
          hold to the same purposes for everyone.
        </p>
        <ul>
          <li>
            <strong>To provide what you asked for</strong> (performance of a contract): signing you
            in, keeping your bookmarks, your follows and your places in narrations, building your
            feed.
          </li>
          <li>
            <strong>To keep Octavo working, safe and worth reading</strong> (our legitimate
            interests): error reports, limits on misuse, acting on feedback and reports, answering
            your messages.
          </li>
          <li>
            <strong>Because you agreed to it</strong> (consent): the ads of a network, where you
            agreed to advertising; counting which articles are read to their end, where you agreed
            to analytics.
          </li>
          <li>
            <strong>To meet duties the law sets us</strong> (legal obligation): lawful requests from
            authorities.
          </li>
        </ul>
        <p>
          We make no decision about you by automated means that has legal or similarly serious
          effects. The articles are written by AI, but your personal data is not what they are
          written from.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and tracking technologies',
    body: (
      <>
        <p>
          Cookies are small pieces of text that a website asks your browser to keep and send back.
          Local storage and session storage are similar places, which stay in your browser.
        </p>
        <h3>Necessary cookies</h3>
        <p>
          These make sign-in work and remember your answer about cookies, and are set only when you
          sign in or answer. On an encrypted connection the names of some begin with “__Host-”, so
          that no other site can set them.
        </p>
        <StoredItems items={NECESSARY_COOKIES} />
        <h3>Local storage</h3>
        <p>This keeps your settings and lists on your own device. We use it for nothing else.</p>
        <StoredItems items={LOCAL_STORAGE} />
        <h3>Session storage</h3>
        <p>This belongs to one tab of your browser, and goes when you close it.</p>
        <StoredItems items={SESSION_STORAGE} />
        <h3>What you are asked about</h3>
        <p>
          On your first visit a banner asks about two more purposes. Until you answer, and where you
          refuse, neither is used, and every page works the same. Your answer counts for a year, or
          until the question changes. You can change it at any time under Cookie Preferences in{' '}
          <Link to="/settings#cookies">settings</Link>.
        </p>
        <ul>
          <li>
            <strong>Analytics</strong> would let us set cookies to learn how Octavo is read. At
            present we set none, whatever you answer.
          </li>
          <li>
            <strong>Advertising.</strong> An article has five places for ads, which everyone sees
            but Premium readers. Unless you agree, they hold ads of our own, which come with the
            page and tell nobody anything. If you agree, they may hold ads of Google AdSense
            instead, where we have arranged for that. Your browser then connects to Google and to
            companies it works with. They learn your IP address, what browser you use and that you
            are on Octavo, and may set cookies of their own, to limit how often you see an ad, to
            count it and to guard against fraud. We ask them for ads that are not chosen by what you
            did elsewhere. The ads stand in a frame that cannot reach the page around it, your
            account, or the address of the article.{' '}
            <a href="https://policies.google.com/technologies/partner-sites">
              How Google uses what it learns
            </a>
            .
          </li>
        </ul>
        <h3>Global Privacy Control</h3>
        <p>
          If your browser sends this signal, we take it for a no to both purposes and do not ask.
          You can still choose otherwise in settings.
        </p>
        <h3>Nothing else</h3>
        <p>
          There is no other tracking. How often articles are read, listened to and shared is counted
          without cookies, as described above, unless your browser sends “Do Not Track” or Global
          Privacy Control. Your browser can block or delete cookies and storage. Without cookies you
          can still read, but not sign in.
        </p>
        <p>The sign-in provider sets cookies of its own on its own pages.</p>
      </>
    ),
  },
  {
    id: 'sharing',
    title: 'Who else sees it',
    body: (
      <>
        <p>We do not sell your personal data. It is seen by:</p>
        <ul>
          <li>
            the <strong>sign-in provider</strong>, which knows that you signed in to Octavo;
          </li>
          <li>
            <strong>Stripe</strong>, if you buy Premium, which takes the payments;
          </li>
          <li>
            the <strong>ad network</strong>, Google AdSense, where its ads are shown and only if you
            agree to advertising;
          </li>
          <li>
            <strong>companies that host and run our systems</strong>, such as servers, databases,
            email and error reporting, which act on our instructions;
          </li>
          <li>
            <strong>authorities or courts</strong>, where the law requires it, and advisers bound to
            secrecy;
          </li>
          <li>
            <strong>a successor</strong>, if Octavo passes to someone else, who must keep to this
            policy.
          </li>
        </ul>
        <p>
          Other readers do not see your name, bookmarks, follows, feedback or reports, or what you
          listen to. They see only totals, such as how many people follow an author. When you share
          an article or follow a link to another site, that site’s policy applies.
        </p>
      </>
    ),
  },
  {
    id: 'abroad',
    title: 'Where it goes',
    body: (
      <p>
        Octavo is offered from Australia, and the companies that help us may work in other
        countries, the United States among them. Their laws may protect data differently. Where the
        law requires it, we rely on an adequacy decision, on standard contractual clauses (with the
        United Kingdom’s addendum where it applies) or on another recognized safeguard, and we take
        reasonable steps to see that recipients abroad respect the Australian Privacy Principles.
        You can ask us for details.
      </p>
    ),
  },
  {
    id: 'keeping',
    title: 'How long we keep it',
    body: (
      <>
        <p>
          Account data, bookmarks, follows, feedback and reports stay while you have an account.
          Where you left a narration is forgotten once you have heard it to the end; of those you
          have not, we keep the last 200. A browser you are signed in with is forgotten when you
          sign out there, 30 days after it was last used, or 180 days after you signed in.
        </p>
        <p>
          You can delete your account in <Link to="/settings">settings</Link>. At once you are
          signed out everywhere, and your ways of signing in, the authors you follow, your feedback
          and where you left narrations are erased. The rest, such as your name, email address,
          narrator, bookmarks, reports and messages to us, we delete as a rule within 30 days, and
          always within 90 days.
        </p>
        <p>
          With your account, your subscription is ended at Stripe and what it kept to take payments
          is deleted there. It keeps records of what was paid for as long as the law asks.
        </p>
        <p>
          What you write with the contact form is kept for {CONTACT_KEPT_DAYS} days; what you wrote
          while signed in goes with your account, if that is earlier. What we answered goes with it.
          Email is kept as long as it takes to deal with it and to show how we did. Error reports
          are kept until newer ones take their place. Anonymous totals, which no longer concern
          anyone in particular, may stay.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <p>
        Connections are encrypted, sign-in sessions are stored in a form that cannot be turned back
        into the cookie, and only people who need data for their work can reach it. No system is
        perfectly safe. If a breach is likely to harm you, we will tell you and the authorities, as
        the law requires.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          Wherever you live, you may ask what we hold about you, and have it corrected or deleted.
          If you have an account, <Link to="/settings">settings</Link> let you download it all as a
          file and delete the account yourself. For anything else, write to{' '}
          <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a> or use the{' '}
          <Link to="/contact?subject=privacy">contact form</Link>. It costs nothing. We may need to
          check that you are you, and we answer within a month.
        </p>
        <h3>In the European Economic Area, the United Kingdom and Switzerland</h3>
        <p>
          Under the GDPR, the UK GDPR and Swiss law you can ask for access, correction, deletion,
          restriction and a copy of your data to take elsewhere. You can object to uses based on our
          legitimate interests, and withdraw consent at any time without affecting what happened
          before. You can complain to the data protection authority where you live or work. In the
          United Kingdom that is the Information Commissioner’s Office.
        </p>
        <h3>In Australia</h3>
        <p>
          Under the Privacy Act 1988 you can ask for access to your personal information and for its
          correction, and you can complain to us if you think we have mishandled it. If our answer
          does not satisfy you, you can take the complaint to the Office of the Australian
          Information Commissioner.
        </p>
        <h3>Elsewhere</h3>
        <p>
          Other places, California among them, give similar rights, including not to be treated
          worse for using one. Some laws count advertising cookies as “sharing” data: there is none
          where you say no to advertising in <Link to="/settings#cookies">settings</Link>, or your
          browser sends the Global Privacy Control signal.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'Young readers',
    body: (
      <p>
        Octavo is for people aged 13 and over, and 16 and over in the European regions where the law
        says so. We do not knowingly collect data from anyone younger. If you think a child has
        given us data, please tell us and we will delete it.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    body: (
      <>
        <p>
          The date at the top shows the latest version of this policy. If a change matters to you,
          we will announce it on Octavo or, if you have an account, by email before it takes effect.
          Where a change needs your consent, we will ask.
        </p>
        <p>
          For anything about privacy, write to{' '}
          <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>. The{' '}
          <Link to="/terms">terms of service</Link> apply alongside this policy.
        </p>
      </>
    ),
  },
];
