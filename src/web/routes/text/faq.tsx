import { RESPONSE_TIME_BUSINESS_DAYS } from '#domain/contact.ts';
import { Link } from '#ui/link.tsx';
import { NextStepSection } from '#ui/text-page/next-step-section.tsx';
import { PageTitle } from '#ui/text-page/page-title.tsx';
import { PageSection } from '#ui/text-page/section.tsx';
import { loadStaticPage } from '#web/pages/static-page.tsx';
import type { FaqText } from '#web/pages/text-page.ts';
import styles from './faq.module.css';

/** Loads the page of questions and answers, which are grouped into four categories (spec 2, "/faq"). */
export function loadFaqScreen() {
  return loadStaticPage('faq', () => import('#content/pages/faq.md'), Faq);
}

/**
 * Shows all questions with their answers. The answers are short and not collapsed, so that readers can search the page.
 * RDFa attributes mark up the questions and answers for other programs. JSON-LD is not used, because it would repeat
 * each text in the document.
 */
function Faq({ title, categories }: FaqText) {
  return (
    <>
      <PageTitle title={title}>
        <nav aria-label="Questions by subject">
          <ul className={styles.jump}>
            {categories.map((category) => (
              <li key={category.id}>
                <a href={`#${category.id}`}>{category.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </PageTitle>

      <div vocab="https://schema.org/" typeof="FAQPage">
        {categories.map((category) => (
          <PageSection
            key={category.id}
            id={category.id}
            title={category.title}
            isChapter
            className={styles.category}
          >
            <div className={styles.questions}>
              {category.questions.map(({ question, answer }) => (
                <div key={question} property="mainEntity" typeof="Question">
                  <h3 className="title" property="name">
                    {question}
                  </h3>
                  <div property="acceptedAnswer" typeof="Answer">
                    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build creates this HTML */}
                    <p property="text" dangerouslySetInnerHTML={{ __html: answer }} />
                  </div>
                </div>
              ))}
            </div>
          </PageSection>
        ))}
      </div>

      <NextStepSection
        title="Still wondering?"
        text={`Write to us. You’ll hear back within ${RESPONSE_TIME_BUSINESS_DAYS} business days.`}
        className={styles.closing}
      >
        <Link className="btn btn-red btn-l" to="/contact">
          Contact Us
        </Link>
      </NextStepSection>
    </>
  );
}
