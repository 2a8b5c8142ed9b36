import { once } from 'node:events';
import { Readable } from 'node:stream';
import { JSDOM } from 'jsdom';
import { RdfaParser } from 'rdfa-streaming-parser';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import {
  SchemaOrgVocabulary,
  type StructuredThing,
} from '#server/pages/testing/schema-org-vocabulary.ts';
import { loadFaqScreen } from './faq.tsx';

const SCHEMA = 'https://schema.org/';

interface RdfTerm {
  termType: string;
  value: string;
}

it('states each question and the whole text of its answer for other programs', async () => {
  const Faq = await loadFaqScreen();
  const html = renderToString(
    <MemoryRouter>
      <Faq />
    </MemoryRouter>,
  );
  const page = await readRdfa(html, 'FAQPage');
  expect(new SchemaOrgVocabulary().listErrors(page)).toEqual([]);
  const { document } = new JSDOM(html).window;
  const shownQuestions = [...document.querySelectorAll('h3')].map((title) => ({
    '@type': 'Question',
    name: title.textContent,
    acceptedAnswer: { '@type': 'Answer', text: title.nextElementSibling!.textContent },
  }));
  expect(shownQuestions).toHaveLength(21);
  expect(page.mainEntity).toEqual(shownQuestions);
});

/** Returns the first item of the given schema.org type that the RDFa attributes in `html` describe. */
async function readRdfa(html: string, type: string): Promise<StructuredThing> {
  const parser = new RdfaParser({ profile: 'html', baseIRI: 'https://octavo.example/' });
  const statements = parser.import(Readable.from([html]));
  const things = new Map<string, StructuredThing>();
  const findOrCreateThing = ({ value }: RdfTerm) => {
    const thing = things.get(value) ?? {};
    things.set(value, thing);
    return thing;
  };
  statements.on('data', ({ subject, predicate, object }: Record<string, RdfTerm>) => {
    const thing = findOrCreateThing(subject!);
    const name = predicate!.value.endsWith('#type') ? '@type' : removePrefix(predicate!.value);
    const value =
      object!.termType === 'BlankNode' ? findOrCreateThing(object!) : removePrefix(object!.value);
    thing[name] = name in thing ? [thing[name], value].flat() : value;
  });
  await once(statements, 'end');
  return [...things.values()].find((thing) => thing['@type'] === type)!;
}

function removePrefix(uri: string): string {
  return uri.startsWith(SCHEMA) ? uri.slice(SCHEMA.length) : uri;
}
