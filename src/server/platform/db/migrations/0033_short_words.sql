-- Words of one and two letters and those with figures, which indexing used to leave out. Words that this misses, such as
-- names of authors, follow when an article is indexed anew.
INSERT INTO "search_words" ("word")
SELECT DISTINCT match[1]
FROM "article_search"
JOIN "articles" ON "articles"."id" = "article_search"."article_id"
CROSS JOIN LATERAL regexp_matches(
  lower(regexp_replace(normalize(concat_ws(' ', "articles"."title", "articles"."tagline", "article_search"."text"), NFKD), '[\u0300-\u036f]', '', 'g')),
  '[[:alnum:]]+', 'g') AS match
WHERE char_length(match[1]) <= 30
ON CONFLICT DO NOTHING;
