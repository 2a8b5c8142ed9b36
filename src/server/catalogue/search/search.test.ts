import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articles } from '#server/catalogue/articles/schema.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { announceContentChange } from '#server/platform/db/content-changes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { BusyError } from '#server/platform/errors.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { importTestLibrary } from '#server/testing/test-library.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { searchWords } from './schema.ts';
import { indexArticles } from './search-index.ts';
import { searchCatalogue } from './service.ts';
import { SLOW_QUERIES } from './testing/slow-queries.ts';
import { refreshVocabulary } from './vocabulary.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const BEER = 'absent-brewing-beer';
const BRICKS = 'a-bridge-you-can-sit-in';
const CALENDAR = 'how-rome-lost-count-of-its-leap-years';
const CLOCK = 'the-clock-that-was-right-by-accident';
const EBBINGHAUS = 'the-bump-ebbinghaus-did-not-believe';
const ERASER = 'in-defence-of-the-eraser';
const EYE = 'how-blind-mice-knew-it-was-morning';
const FIELD = 'a-field-three-borders-deep';
const HAMSTER = 'the-hamster-with-a-twenty-hour-day';
const INK = 'the-ink-that-eats-the-page';
const LIGHTHOUSE = 'the-lighthouse-on-the-wrong-side';
const LINE = 'where-to-paint-the-line';
const NEUTRINOS = 'sixty-nanoseconds-too-soon';
const PIN = 'the-crack-nobody-could-have-seen';
const PLUMB = 'the-plumb-line-that-leaned';
const SHIPS = 'total-loss-still-afloat';
const TORTOISE = 'the-tortoise-who-wanted-one-more-step';
const TYPE = 'the-type-that-went-off-the-bridge';
const VOTES = 'a-well-full-of-votes';
const WAITER = 'what-the-waiter-never-proved';

/** Search queries, each with up to three articles that it should find first in the test library of twenty articles. */
const EXPECTED: readonly [query: string, ...slugs: string[]][] = [
  // Queries for article subjects.
  ['forth bridge', BRICKS],
  ['bridge', BRICKS, TYPE, PIN],
  ['silver bridge', PIN],
  ['hammersmith bridge', TYPE],
  ['suez canal', SHIPS],
  ['neutrinos', NEUTRINOS],
  ['iron gall ink', INK],
  ['doves type', TYPE],
  ['leap year', CALENDAR],
  ['ostracism', VOTES],
  ['density of the earth', PLUMB],
  ['retinal ganglion cells', EYE],
  ['unfinished tasks', WAITER],
  ['stopped clock', CLOCK, NEUTRINOS, EYE],
  ['body clock', HAMSTER, EYE],
  ['insurance', LINE, SHIPS],
  ['error bars', NEUTRINOS],
  ['multiple choice', ERASER],
  // Queries for people and places.
  ['lewis carroll', TORTOISE],
  ['achilles', TORTOISE],
  ['gettier', CLOCK],
  ['ebbinghaus', EBBINGHAUS],
  ['julius caesar', CALENDAR],
  ['deir el-medina', BEER],
  ['finland sweden', LIGHTHOUSE],
  ['märket', LIGHTHOUSE, CALENDAR, VOTES],
  ['athens', VOTES],
  // Queries whose words occur in the expected article only in another grammatical form.
  ['brew', BEER],
  ['enclave', FIELD],
  ['forgetting', EBBINGHAUS, NEUTRINOS],
  // Queries with partially typed words.
  ['tortois', TORTOISE],
  ['schiehal', PLUMB],
  ['cantil', BRICKS],
  ['plimsoll l', LINE],
  // Queries with misspelled words.
  ['brigde', BRICKS, TYPE, PIN],
  ['neutirno', NEUTRINOS],
  ['hampster', HAMSTER],
  ['knowlege', CLOCK],
  ['plimsol', LINE],
  // Queries for authors.
  ['plumbline', NEUTRINOS, PLUMB],
  ['Gantry', BRICKS, PIN],
  // Queries whose words do not all occur in one article.
  ['suez panama', SHIPS],
  // Queries without results.
  ['xyzzyq'],
];

/**
 * Search queries, each with the article that should come first in the shipped library. Extend this list when the
 * library grows.
 */
const EXPECTED_FIRST: readonly [query: string, slug: string][] = [
  ['hangul', 'letters-shaped-like-the-mouth'],
  ['korean alphabet', 'letters-shaped-like-the-mouth'],
  ['tale of genji', 'the-empty-chapter-in-the-tale-of-genji'],
  ['great wave', 'why-the-great-wave-is-blue'],
  ['prussian blue', 'why-the-great-wave-is-blue'],
  ['ida b wells', 'ida-b-wells-and-her-enemies-numbers'],
  ['gamelan', 'tuned-to-disagree'],
  ['dance notation', 'how-to-write-down-a-leap'],
  ['silhouette animation', 'before-disney-there-was-lotte-reiniger'],
  ['sign language', 'how-deaf-children-made-a-sign-language'],
  ['mud mosque', 'why-a-whole-town-climbs-its-mosque'],
  ['rhyme', 'why-a-rhyme-sounds-right'],
  ['seydou keita', 'dating-a-portrait-by-its-curtain'],
  ['habit formation', 'how-long-does-a-new-habit-take'],
  ['vigilance', 'why-attention-slips-after-half-an-hour'],
  ['brainstorming', 'brainstorming-works-better-alone'],
  ['kula ring', 'wealth-that-goes-brown-and-falls-apart'],
  ['feedback', 'feedback-that-makes-it-worse'],
  ['lego', 'why-we-add-when-we-could-take-away'],
  ['cash transfers', 'every-dollar-went-round-twice'],
  ['carbon credits', 'rubbish-at-139000-euros-a-tonne'],
  ['annuities', 'bankers-who-bet-on-little-girls'],
  ['elephant curve', 'the-elephant-and-its-missing-trunk'],
  ['epigenetic clock', 'your-age-written-on-your-dna'],
  ['baboons', 'after-the-fierce-ones-died'],
  ['plague mask', 'a-bare-face-in-a-plague-ward'],
  ['smallpox', 'giving-smallpox-on-purpose'],
  ['malaria', 'a-malaria-drug-from-an-old-recipe'],
  ['beriberi', 'right-rice-wrong-reason'],
  ['pulmonary circulation', 'the-holes-galen-needed-in-the-heart'],
  ['hadza', 'walking-all-day-on-the-same-budget'],
  ['free diving', 'born-to-dive-or-trained-to'],
  ['general anesthesia', 'awake-perhaps-under-anaesthetic'],
  ['compass directions', 'the-ant-south-of-your-foot'],
  ['brain cells', 'brain-soup'],
  ['learning to walk', 'seventeen-falls-an-hour'],
  ['strange situation', 'what-an-empty-room-does-to-a-baby'],
  ['big five', 'where-the-personality-test-fell-apart'],
  ['marshmallow test', 'marshmallows-in-cameroon'],
  ['bystander effect', 'will-a-crowd-help-you'],
  ['hot hand', 'the-hot-hands-hidden-sum'],
  ['henrietta leavitt', 'twenty-five-stars-in-a-small-cloud'],
  ['el niño', 'failing-to-foretell-the-monsoon'],
  ['seafloor', 'the-discovery-he-called-girl-talk'],
  ['bird migration', 'eight-days-without-landing'],
  ['wildebeest', 'how-a-cattle-vaccine-grew-trees'],
  ['crickets', 'an-island-of-silent-crickets'],
  ['bamboo', 'they-saw-the-famine-coming'],
  ['einstein tile', 'a-hat-that-never-repeats-itself'],
  ['random sampling', 'weighing-a-crop-by-throwing-dice'],
  ['nihonium', 'an-element-known-by-its-offspring'],
  ['crispr', 'a-stammer-in-the-genome'],
  ['zhuangzi', 'how-do-you-know-what-fish-enjoy'],
  ['ise shrine', 'twenty-years-old-and-very-ancient'],
  ['ikigai', 'finding-ikigai-on-a-locked-island'],
  ['sikh', 'what-a-free-meal-does-to-caste'],
  ['rights of nature', 'a-river-with-a-lawyer'],
  ['kautilya', 'forty-ways-to-rob-a-king'],
  ['trolley problem', 'before-the-trolley-had-a-lever'],
  ['avicenna', 'somebody-falling-out-of-nowhere'],
  ['gambia', 'voting-with-a-marble'],
  ['conviction rate', 'why-japans-courts-convict-almost-everyone'],
  ['aba women', 'was-your-mother-counted'],
  ['participatory budgeting', 'what-if-residents-wrote-the-budget'],
  ['cable car', 'did-a-cable-car-make-medellin-safer'],
  ['subak', 'when-the-terraces-drink'],
  ['nepal flag', 'why-nepals-flag-defies-the-ruler'],
  ['explainable ai', 'asthma-made-it-look-safe'],
  ['moon landing', 'memory-woven-by-hand'],
  ['checksum', 'the-digit-that-checks-the-others'],
  ['undersea cable', 'how-a-volcano-cut-off-a-country'],
  ['uncanny valley', 'is-the-uncanny-valley-real'],
  ['qr code', 'how-much-of-a-qr-code-can-you-ruin'],
  ['tidal power', 'from-dead-lake-to-power-station'],
  ['roman concrete', 'can-roman-concrete-heal-itself'],
  ['al-jazari', 'a-river-made-to-lift-itself'],
  ['outrigger', 'sailing-home-backwards'],
  ['itaipu', 'half-a-dam-at-the-wrong-frequency'],
  ['vanilla', 'what-a-boy-in-reunion-knew-about-vanilla'],
  ['somalia', 'everyone-knew-the-money-was-forged'],
  ['kerala', 'what-is-a-phone-worth-to-a-fisherman'],
  ['khipu', 'reading-a-khipu-with-a-tax-list'],
  ['captain cook', 'a-chart-with-north-in-the-middle'],
  ['haitian revolution', 'where-haitis-declaration-had-been-hiding'],
  ['merian', 'what-the-peacock-flower-was-for'],
  ['artimisinin', 'a-malaria-drug-from-an-old-recipe'],
  ['mahalanobbis', 'weighing-a-crop-by-throwing-dice'],
  ['gamelen', 'tuned-to-disagree'],
  ['ostinato tuning', 'tuned-to-disagree'],
  ['votting', 'voting-with-a-marble'],
  ['vaccines', 'how-a-cattle-vaccine-grew-trees'],
  ['river rights', 'a-river-with-a-lawyer'],
  ['earthquake', 'the-discovery-he-called-girl-talk'],
  ['calories', 'walking-all-day-on-the-same-budget'],
  // Queries in the form of questions.
  ['why do we forget', EBBINGHAUS],
  ['how do birds sleep while flying', 'eight-days-without-landing'],
  ['how long does it take to form a habit', 'how-long-does-a-new-habit-take'],
  ['how do qr codes work', 'how-much-of-a-qr-code-can-you-ruin'],
  ['what is consciousness', 'awake-perhaps-under-anaesthetic'],
  ['does brainstorming work', 'brainstorming-works-better-alone'],
  ['how does anesthesia work?', 'awake-perhaps-under-anaesthetic'],
  ['why do bridges fall', BRICKS],
  ['what happens when we hold our breath', 'born-to-dive-or-trained-to'],
  ['how did the romans make concrete', 'can-roman-concrete-heal-itself'],
  ['who invented the alphabet', 'letters-shaped-like-the-mouth'],
  ['why do rhymes feel true', 'why-a-rhyme-sounds-right'],
  ['how fast is light', NEUTRINOS],
  ['do animals have culture', 'after-the-fierce-ones-died'],
];

describe.each(databases)('searching the whole library, on $name', ({ open }) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
    await importTestLibrary(database, SHIPPED_LIBRARY_FOLDER);
  });
  afterAll(() => database.close());

  it.each(EXPECTED_FIRST)('finds the best article first: %s', async (query, slug) => {
    const { metas } = await searchCatalogue(database.queries, query, 10);
    expect(metas[0]?.path.split('/').at(-1)).toBe(slug);
  });

  // It is enough if the expected article is among the first three hits, because other articles of the shipped library
  // may match the query better.
  it.each(EXPECTED.filter(([, slug]) => slug))(
    'finds an article among the first three: %s',
    async (query, slug) => {
      const { metas } = await searchCatalogue(database.queries, query, 3);
      expect(metas.map(({ path }) => path.split('/').at(-1))).toContain(slug);
    },
  );
});

describe.each(databases)('searching on $name', ({ name, openFilled }) => {
  let database: Database;

  beforeAll(async () => {
    database = await openFilled();
  });
  afterAll(() => database.close());

  const search = (query: string, limit = 10, token?: string) =>
    searchCatalogue(database.queries, query, limit, token);
  const getSlugs = ({ metas }: Awaited<ReturnType<typeof search>>) =>
    metas.map(({ path }) => path.split('/').at(-1));

  it('finds articles by their keywords', async () => {
    const { queries } = database;
    const searchSlugs = async () => getSlugs(await search('zymurgy'));
    expect(await searchSlugs()).toEqual([]);
    const [row] = await queries
      .update(articles)
      .set({ keywords: ['Zymurgy'] })
      .where(eq(articles.slug, PIN))
      .returning({ id: articles.id });
    await indexArticles(queries, [row!.id]);
    expect(await searchSlugs()).toEqual([PIN]);
    await queries.update(articles).set({ keywords: [] }).where(eq(articles.id, row!.id));
    await indexArticles(queries, [row!.id]);
    expect(await searchSlugs()).toEqual([]);
  });

  it('has at least a hundred tested queries for the whole library', () => {
    expect(EXPECTED_FIRST.length).toBeGreaterThanOrEqual(100);
  });

  it.each(EXPECTED)('finds the expected articles: %s', async (query, ...slugs) => {
    expect(getSlugs(await search(query)).slice(0, 3)).toEqual(slugs);
  });

  it('finds authors by prefixes of their names', async () => {
    expect((await search('plumb')).matchingAuthors.map(({ alias }) => alias)).toEqual([
      'Plumbline',
    ]);
    expect((await search('bridge')).matchingAuthors).toEqual([]);
  });

  it('finds authors by misspelled names', async () => {
    const { matchingAuthors } = await search('plumline');
    expect(matchingAuthors.map(({ alias }) => alias)).toEqual(['Plumbline']);
  });

  it.each([
    ['forth brigde', [{ typed: 'brigde', shown: ['bridge'] }]],
    ['Neutirno speed', [{ typed: 'neutirno', shown: ['neutrino'] }]],
    ['plimsoll l', []],
    ['xyzzyq', []],
    ['the', []],
  ])('reports which words of "%s" it corrected', async (query, corrections) => {
    expect((await search(query)).corrections).toEqual(corrections);
  });

  describe('an article with other words', () => {
    const { signal } = new AbortController();
    let id: string;

    /** Replaces the introduction of an article and updates its search index, as publishing does. */
    const setIntroduction = (text: string) =>
      database.queries.transaction(async (transaction) => {
        const [row] = await transaction.select().from(articles).where(eq(articles.slug, PIN));
        id = row!.id;
        await transaction
          .update(articles)
          .set({ body: { ...row!.body, introduction: [text] } })
          .where(eq(articles.id, id));
        await indexArticles(transaction, [id]);
        await announceContentChange(transaction, [`article:${id}`]);
      });
    const isInVocabulary = async (word: string) =>
      (await database.queries.select().from(searchWords).where(eq(searchWords.word, word))).length >
      0;

    it.each(['ai', 'us', 'el', 'co2', '3d', 'zq'])(
      'is found by short words, which are not corrected: %s',
      async (word) => {
        await setIntroduction(
          'AI, US, el-Medina, CO2, 3D and ZQ; an aim, a bus, an elk, a cow, a zoo.',
        );
        const { corrections, metas } = await search(`${word} bridge`);
        expect(corrections).toEqual([]);
        expect(metas.map((meta) => meta.id)).toContain(id);
      },
    );

    it('is found despite invisible characters in the article or the query', async () => {
      await setIntroduction('The qua\u00adgga is a z\u200bebra.');
      for (const query of ['quagga', 'qua\u200dgga', '\ufeffzebra']) {
        const { metas } = await search(query);
        expect(metas.map((meta) => meta.id)).toEqual([id]);
        expect(metas[0]!.snippet).toMatch(/<mark>(?:quagga|zebra)<\/mark>/);
      }
    });

    it('is not found by its former words after the vocabulary is refreshed', async () => {
      await setIntroduction('A quagga, don’t you know.');
      await setIntroduction('A zebra, don’t you know.');
      expect(await isInVocabulary('quagga')).toBe(true);
      const wordsBefore = await database.queries.select().from(searchWords);
      expect(await refreshVocabulary(database.queries, signal)).toBeGreaterThan(0);
      expect(await isInVocabulary('quagga')).toBe(false);
      expect([
        await isInVocabulary('zebra'),
        await isInVocabulary('dont'),
        await isInVocabulary('bridge'),
      ]).toEqual([true, true, true]);
      await database.queries.delete(searchWords).where(eq(searchWords.word, 'zebra'));
      expect(await refreshVocabulary(database.queries, signal)).toBe(0);
      expect(await isInVocabulary('zebra')).toBe(true);
      expect(wordsBefore.length).toBeGreaterThan(1000);
    });

    it('keeps its words if it is added while the vocabulary is refreshed', async () => {
      await setIntroduction('A zebra.');
      await database.queries.insert(searchWords).values({ word: 'okapi' });
      let isAdded = false;
      const queries = Object.create(database.queries, {
        transaction: {
          value: async (work: never) => {
            if (!isAdded) await setIntroduction('An okapi.');
            isAdded = true;
            return database.queries.transaction(work);
          },
        },
      });
      await refreshVocabulary(queries, signal);
      expect([await isInVocabulary('okapi'), await isInVocabulary('zebra')]).toEqual([true, false]);
    });
  });

  it('searches for stop words only if the query has no other words', async () => {
    expect(getSlugs(await search('the tortoise'))).toEqual([TORTOISE]);
    expect((await search('the')).metas.length).toBeGreaterThan(3);
  });

  it('marks matches in the snippet and escapes everything else', async () => {
    const [hit] = (await search('hammersmith')).metas;
    expect(hit?.snippet).toContain('<mark>Hammersmith</mark>');
    const { queries } = database;
    const [row] = await queries.select().from(articles).limit(1);
    await queries.transaction(async (transaction) => {
      await transaction
        .update(articles)
        .set({ body: { ...row!.body, introduction: ['Quaggas &lt; 3 &amp; others <em>x</em>'] } })
        .where(sql`id = ${row!.id}`);
      await indexArticles(transaction, [row!.id]);
      await announceContentChange(transaction, ['list']);
    });
    const { snippet } = (await search('quaggas')).metas[0]!;
    expect(snippet).toContain('<mark>Quaggas</mark> &lt; 3 &amp; others x');
    expect(snippet.replace(/<\/?mark>/g, '')).not.toMatch(/[<>]/);
  });

  it('pages through the results without repetition', async () => {
    const allSlugs = getSlugs(await search('the', 50));
    const pagedSlugs: unknown[] = [];
    let token: string | undefined;
    do {
      const page = await search('the', 3, token);
      pagedSlugs.push(...getSlugs(page));
      token = page.nextToken ?? undefined;
    } while (token);
    expect(pagedSlugs).toEqual(allSlugs);
    expect(new Set(pagedSlugs).size).toBe(pagedSlugs.length);
  });

  it('skips and repeats no article when articles are published between two pages', async () => {
    const { queries } = database;
    const first = await search('the', 5);
    const [row] = await queries.select().from(articles).limit(1);
    const id = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c05';
    await queries.insert(articles).values({ ...row!, id, slug: 'new', publishedAt: new Date() });
    await indexArticles(queries, [id]);
    const second = await search('the', 50, first.nextToken!);
    await queries.delete(articles).where(sql`id = ${id}`);
    const ids = [...first.metas, ...second.metas].map((meta) => meta.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).not.toContain(id);
    expect(ids).toHaveLength((await search('the', 50)).metas.length);
  });

  it.each(SLOW_QUERIES)('responds to hostile queries: %s', async (_, query) => {
    expect(await search(query)).toHaveProperty('metas');
  });

  it('corrects at most three words', async () => {
    expect(getSlugs(await search('zzqx xqzz brigde'))).toContain(BRICKS);
    expect(getSlugs(await search('zzqx xqzz qzxx brigde'))).toEqual([]);
  });

  it('finds an article despite a very long word or repeated words in the query', async () => {
    expect(getSlugs(await search(`tortoise ${'tortoise'.repeat(9)}`))).toEqual([TORTOISE]);
    expect(getSlugs(await search('tortoise tortoise tortoise'))).toEqual([TORTOISE]);
  });

  it.runIf(name === 'PostgreSQL' && isRunOfAllTests())(
    'cancels a search that takes too long',
    async () => {
      const secondConnection = await openSecondConnection(database);
      await secondConnection.queries.transaction(async (transaction) => {
        await transaction.execute(sql`LOCK TABLE search_words IN ACCESS EXCLUSIVE MODE`);
        await expect(search('bridge')).rejects.toBeInstanceOf(BusyError);
      });
      await secondConnection.close();
      expect(getSlugs(await search('forth bridge'))).toEqual([BRICKS]);
    },
  );

  it('rejects the token of another search', async () => {
    const { nextToken } = await search('the', 1);
    await expect(search('bridge', 1, nextToken!)).rejects.toThrow('does not belong to this list');
  });

  it.each(["'); DROP TABLE articles; --", ':* & | ! <->', '\\', '%_', '😀', 'a:b:c', '"quoted'])(
    'treats %j as plain words',
    async (query) => {
      await expect(search(query)).resolves.toHaveProperty('metas');
    },
  );
});
