import { CONTACT_EMAIL } from '#domain/contact-address.ts';
import { Link } from '#ui/link.tsx';
import { LegalPage } from './legal-page.tsx';

/** The terms of service. Numbers and anchors (`section-1` to `section-26`) follow from the order below. */
export function Terms() {
  const sections = SECTIONS.map(({ title, body }, index) => ({
    id: `section-${index + 1}`,
    title: `${index + 1}. ${title}`,
    body,
  }));
  return <LegalPage title="Terms of service" summary={SUMMARY} sections={sections} />;
}

const SUMMARY = [
  'Articles are written by AI and, unless one says so, not reviewed by humans. Check what matters.',
  'Reading is free. Premium is a subscription, which you can cancel at any time.',
  'You must be at least 13, or 16 in some European regions.',
  'Please do not copy Octavo wholesale, break into it or misuse its forms.',
  'The law of New South Wales applies, and our liability has a limit.',
];

/** Long because it is a text: 26 sections in the order readers see them. Other pages link to the numbers. */
const SECTIONS = [
  {
    title: 'Agreeing to these terms',
    body: (
      <>
        <p>
          These terms are an agreement between you and Octavo (“we”, “us”). They apply whenever you
          use this website, with or without an account. By using it you accept them. If you do not
          agree with something here, please do not use Octavo.
        </p>
        <p>
          Some rights are yours by law and cannot be signed away, such as those a consumer has.
          Nothing in these terms takes them from you, even where a sentence on its own might seem
          to.
        </p>
      </>
    ),
  },
  {
    title: 'What Octavo is',
    body: (
      <>
        <p>
          Octavo is a reading platform for short educational articles. Each article is written by an
          AI author. Anyone may read, search and browse. With an account you can also bookmark
          articles, follow authors, say what you thought of an article and report a problem with it.
        </p>
        <p>
          There are no comments and no messages between readers. Nothing you do here is shown to
          others under your name. A follow adds one to the count on an author’s profile, and that is
          all anyone sees of it.
        </p>
      </>
    ),
  },
  {
    title: 'Who may use it',
    body: (
      <>
        <p>
          You must be at least 13 years old to use Octavo. In some European regions the law sets a
          higher age for using online services without a parent’s consent. If you live in one of
          them, you must be at least 16.
        </p>
        <p>
          If you are not yet an adult where you live, please read these terms with a parent or
          guardian, and ask them before you pay for anything.
        </p>
      </>
    ),
  },
  {
    title: 'A beta',
    body: (
      <p>
        Octavo is in beta. Parts of it will change, some may disappear, and now and then something
        will break. We may add, alter or withdraw features, authors and articles.
      </p>
    ),
  },
  {
    title: 'Articles written by AI',
    body: (
      <>
        <p>
          Every article is produced by artificial intelligence. The authors are AI personas: each
          has a name, a field, a perspective and a voice, and none of them is a real person. Where a
          persona says it was influenced by someone, that person has not endorsed it and had no part
          in it.
        </p>
        <p>
          Unless an article says so, no human has reviewed it. Articles may contain mistakes, leave
          out something important or be out of date, and a wrong sentence can read as smoothly as a
          right one. Please check anything that matters to you against another source. If you find
          an error, report it from the article or <Link to="/contact">write to us</Link>.
        </p>
      </>
    ),
  },
  {
    title: 'Information, not advice',
    body: (
      <p>
        Articles explain. They do not advise. Nothing on Octavo is medical, psychological, legal,
        financial or other professional advice, and reading it does not make anyone your doctor,
        lawyer or adviser. Before you act on a question of health, law, money or safety, ask someone
        qualified who knows your situation. In an emergency, call your local emergency number.
      </p>
    ),
  },
  {
    title: 'Your account',
    body: (
      <>
        <p>
          You sign in through an account you already have with a social account provider. At present
          that is Google. We never see your password. The provider gives us your name and email
          address, as the <Link to="/privacy">privacy policy</Link> explains, and its own terms
          apply to the account you hold there.
        </p>
        <p>
          Your Octavo account is for you alone. Keep the account you sign in with secure, sign out
          on devices you share, and tell us soon if you think someone else has used it. You are
          responsible for what is done with your account, except where we are to blame.
        </p>
      </>
    ),
  },
  {
    title: 'Free and Premium',
    body: (
      <>
        <p>There are two plans.</p>
        <ul>
          <li>
            <strong>Free</strong> costs nothing. You can read every article, keep up to 10 bookmarks
            and follow up to 3 authors. It does not include audio narrations beyond their first 30
            seconds.
          </li>
          <li>
            <strong>Premium</strong> is a paid subscription with audio narrations, without
            advertising, with up to 1,000 bookmarks, as many authors to follow as you like and early
            access to new features.
          </li>
        </ul>
        <p>
          The <Link to="/plans">plans page</Link> compares them, and says whether Premium can be
          bought at the moment.
        </p>
      </>
    ),
  },
  {
    title: 'Prices and payment',
    body: (
      <>
        <p>
          Premium costs $2.99 a month or $29.99 a year, in US dollars. If a tax has to be added
          where you live, you see it before you pay. You pay in advance, for a month or for a year,
          through Stripe, which sends you the receipts.
        </p>
        <p>
          If we change the price of what you have subscribed to, we will tell you before it applies
          to you, early enough to cancel first. A period you have already paid for keeps its price.
        </p>
      </>
    ),
  },
  {
    title: 'Renewal and cancellation',
    body: (
      <>
        <p>
          A subscription renews by itself at the end of each billing period, monthly or yearly,
          until you cancel. If we offer a trial, you are told how long it lasts and what happens
          when it ends before you begin it.
        </p>
        <p>
          You can cancel any time, without giving a reason. You are not charged again, and you keep
          Premium until the end of the billing period you have paid for.
        </p>
      </>
    ),
  },
  {
    title: 'Moving back to Free',
    body: (
      <p>
        When a Premium subscription ends, your account moves to the Free plan and its limits apply.
        The bookmarks you already have are kept, all of them. You cannot add new ones while you have
        as many as the Free plan allows, or more.
      </p>
    ),
  },
  {
    title: 'Refunds',
    body: (
      <p>
        Cancelling Premium stops the next payment; it does not refund the current period, which
        stays yours to use. There are exceptions. We refund what the law where you live says we
        must, for example if Premium has a major failure, if you have a right to withdraw from an
        online purchase, or if we stop offering Premium during a period you have paid for. If you
        were charged by mistake, write to us and we will put it right.
      </p>
    ),
  },
  {
    title: 'Advertising',
    body: (
      <p>
        Articles carry a few ads for whoever has no Premium. They are our own or, if you agree to
        cookies for advertising, those of an ad network, and each is labelled as what it is. The{' '}
        <Link to="/privacy#cookies">privacy policy</Link> says how this works, and you choose in{' '}
        <Link to="/settings#cookies">settings</Link>. Advertisers do not choose what our authors
        write. We do not answer for what they sell. Premium has no advertising.
      </p>
    ),
  },
  {
    title: 'Audio narrations',
    body: (
      <p>
        Every article can be listened to. Everyone may hear how its narration begins, 30 seconds at
        most; the whole is part of Premium. Narrations are spoken by synthetic voices, which can
        mispronounce words, and are for your own listening on Octavo.
      </p>
    ),
  },
  {
    title: 'Fair use of Octavo',
    body: (
      <>
        <p>Please use Octavo as a reader would. In particular, do not:</p>
        <ul>
          <li>break the law with it, or use it to harm, deceive or harass anyone;</li>
          <li>
            try to get into accounts, systems or data that are not yours, or get around a limit, a
            payment or a security measure;
          </li>
          <li>
            overload it, or collect its content automatically on a large scale, including to train
            AI models, without our written permission;
          </li>
          <li>send false reports, spam or harmful code through its forms;</li>
          <li>present its articles as your own work, or as the work of a human author;</li>
          <li>share or resell an account.</li>
        </ul>
        <p>
          Search engines may index public pages. If you find a security problem, please tell us
          first and give us time to mend it. If you break these terms on purpose and we are sued or
          fined because of it, we may ask you to cover the reasonable cost, as far as the law
          allows.
        </p>
      </>
    ),
  },
  {
    title: 'What is ours, and what you may do with it',
    body: (
      <>
        <p>
          The articles, covers, design, software and name of Octavo belong to us or to those who let
          us use them, as far as the law recognises such rights. We give you a personal,
          non-exclusive, revocable permission to use them on Octavo.
        </p>
        <p>
          You may share links freely, quote short passages with a link to the article, print a page
          for yourself and show an article to a class. For anything beyond that, please ask.
        </p>
      </>
    ),
  },
  {
    title: 'Pictures and other people’s work',
    body: (
      <p>
        The covers and portraits are drawn by Octavo’s own software, and each cover carries a credit
        that says so. The typeface, the icons and the software made by others that Octavo uses keep{' '}
        <a href="/licences.txt">their own licences</a>.
      </p>
    ),
  },
  {
    title: 'What you send us',
    body: (
      <p>
        When you send a message, give feedback on an article, report one or suggest an improvement,
        what you wrote stays yours. You allow us to use it, free of charge, to answer you, to run
        Octavo and to make it better. Please do not include anything you have no right to share, or
        private details about other people. We may ignore or limit messages and reports that abuse
        the forms.
      </p>
    ),
  },
  {
    title: 'Copyright complaints',
    body: (
      <p>
        If you believe something on Octavo uses your work unlawfully, report the article and choose
        the reason “Copyright violation”, or write to{' '}
        <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>. Tell us what the work is, where on
        Octavo you saw it, why you think the use is not allowed, and how to reach you. We look into
        each complaint, take down what should not be there, and may close accounts that repeatedly
        break the rules.
      </p>
    ),
  },
  {
    title: 'Other people’s services',
    body: (
      <p>
        Octavo relies on services run by others, among them the sign-in provider. It also links to
        other websites, and it lets you share articles on social networks. Those services have terms
        of their own. We do not control them and are not responsible for what they do, except where
        the law says otherwise.
      </p>
    ),
  },
  {
    title: 'Privacy and cookies',
    body: (
      <p>
        The <Link to="/privacy">privacy policy</Link> says what we collect, why, and what you can
        ask of us. Its section on{' '}
        <Link to="/privacy#cookies">cookies and tracking technologies</Link> lists what your browser
        stores. Please read it together with these terms.
      </p>
    ),
  },
  {
    title: 'Closing your account',
    body: (
      <>
        <p>
          You may leave whenever you like, by deleting your account in{' '}
          <Link to="/settings">settings</Link>. Once the account is deleted, we delete the data that
          belongs to it within 90 days, except records the law obliges us to keep.
        </p>
        <p>
          We may suspend or close an account that seriously or repeatedly breaks these terms, or
          that puts others at risk. Unless the matter is urgent or the law forbids it, we will tell
          you why and let you answer. If we stop running Octavo, we will give reasonable notice.
        </p>
      </>
    ),
  },
  {
    title: 'What we cannot promise',
    body: (
      <>
        <p>
          We make Octavo with care, but we provide it as it is and as it happens to be available. As
          far as the law allows, we give no warranty that articles are accurate or complete, that
          Octavo will suit a particular purpose, or that it will run without interruption or error.
        </p>
        <p>
          Some laws give guarantees that cannot be excluded, among them the consumer guarantees of
          the Australian Consumer Law. Where they apply to you, they stand.
        </p>
      </>
    ),
  },
  {
    title: 'The limit of our liability',
    body: (
      <>
        <p>
          As far as the law allows, we are not liable for indirect or consequential loss, for lost
          profit or lost data, or for decisions you make on the strength of an article.
        </p>
        <p>
          As far as the law allows, everything we may owe you in connection with Octavo is limited
          to what you have paid us during the 12 months before the event that caused the claim. If
          you have paid nothing, that amount is nothing.
        </p>
        <p>
          We do not limit liability that the law does not let us limit, such as for fraud, for
          injury or death caused by negligence, or under consumer guarantees that cannot be
          excluded. Where the law lets us choose how to meet such a guarantee, we will supply the
          service again or pay for having it supplied again.
        </p>
      </>
    ),
  },
  {
    title: 'Disputes and governing law',
    body: (
      <>
        <p>
          If something goes wrong between us, please write first. Most things can be settled in a
          letter or two.
        </p>
        <p>
          The law of New South Wales, Australia, governs these terms. If we cannot settle a dispute
          between ourselves within 30 days, either of us may refer it to arbitration before a single
          arbitrator, seated in New South Wales and held in English, by video if you prefer. The
          arbitrator is agreed between us or, failing that, appointed by a recognised Australian
          arbitration body under its rules. The decision is final and binding.
        </p>
        <p>
          Either of us may still go to a small claims court or consumer tribunal, or ask a court for
          an urgent order. If you are a consumer, you keep the protection of the mandatory law of
          the country you live in, and any right it gives you to bring a case in its courts.
        </p>
      </>
    ),
  },
  {
    title: 'Changes and contact',
    body: (
      <>
        <p>
          We may change these terms, for instance when Octavo or the law changes. The date at the
          top shows the latest version. If a change matters to you, we will announce it on Octavo
          or, if you have an account, by email before it takes effect. If you do not agree, stop
          using Octavo and cancel any subscription; using it after that date means you accept the
          change.
        </p>
        <p>
          If a part of these terms turns out to be invalid, the rest still holds. If we do not
          insist on a right at once, we have not given it up. You may not pass this agreement on to
          someone else; we may pass it on with the service, if your rights stay as good. These terms
          and the privacy policy are the whole agreement between us.
        </p>
        <p>
          Questions are welcome at <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a> or
          through the <Link to="/contact">contact page</Link>.
        </p>
      </>
    ),
  },
];
