-- What was counted before there were weeks and shelves.
INSERT INTO "article_weeks" ("week", "article_id", "read", "listen25", "listen50", "listen75", "listen100", "share")
SELECT date_trunc('week', "day")::date, "article_id",
  coalesce(sum("count") FILTER (WHERE "kind" = 'read'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'listen25'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'listen50'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'listen75'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'listen100'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'share'), 0)
FROM "article_counts" GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO "shelf_days" ("day", "author_id", "category", "read", "listen25", "listen50", "listen75", "listen100", "share")
SELECT "article_counts"."day", "articles"."author_id", "articles"."category",
  coalesce(sum("count") FILTER (WHERE "kind" = 'read'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'listen25'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'listen50'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'listen75'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'listen100'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'share'), 0)
FROM "article_counts" JOIN "articles" ON "articles"."id" = "article_counts"."article_id" GROUP BY 1, 2, 3;
