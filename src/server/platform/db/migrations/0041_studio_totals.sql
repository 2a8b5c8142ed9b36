CREATE TABLE "article_ranges" (
	"range" smallint NOT NULL,
	"article_id" uuid NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"agreed" integer DEFAULT 0 NOT NULL,
	"finished" integer DEFAULT 0 NOT NULL,
	"listen25" integer DEFAULT 0 NOT NULL,
	"listen50" integer DEFAULT 0 NOT NULL,
	"listen75" integer DEFAULT 0 NOT NULL,
	"listen100" integer DEFAULT 0 NOT NULL,
	"share" integer DEFAULT 0 NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"follows" integer DEFAULT 0 NOT NULL,
	"thought_provoking" integer DEFAULT 0 NOT NULL,
	"eye_opening" integer DEFAULT 0 NOT NULL,
	"practical" integer DEFAULT 0 NOT NULL,
	"intriguing" integer DEFAULT 0 NOT NULL,
	"reports" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "article_ranges_range_article_id_pk" PRIMARY KEY("range","article_id")
);
--> statement-breakpoint
CREATE TABLE "author_ranges" (
	"range" smallint NOT NULL,
	"author_id" uuid NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"agreed" integer DEFAULT 0 NOT NULL,
	"finished" integer DEFAULT 0 NOT NULL,
	"listen25" integer DEFAULT 0 NOT NULL,
	"listen50" integer DEFAULT 0 NOT NULL,
	"listen75" integer DEFAULT 0 NOT NULL,
	"listen100" integer DEFAULT 0 NOT NULL,
	"share" integer DEFAULT 0 NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"follows" integer DEFAULT 0 NOT NULL,
	"thought_provoking" integer DEFAULT 0 NOT NULL,
	"eye_opening" integer DEFAULT 0 NOT NULL,
	"practical" integer DEFAULT 0 NOT NULL,
	"intriguing" integer DEFAULT 0 NOT NULL,
	"reports" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "author_ranges_range_author_id_pk" PRIMARY KEY("range","author_id")
);
--> statement-breakpoint
CREATE TABLE "category_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "category_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"article_id" uuid,
	"author_id" uuid NOT NULL,
	"category" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ranges_day" (
	"id" smallint PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "category_days" (
	"day" date NOT NULL,
	"category" text NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"agreed" integer DEFAULT 0 NOT NULL,
	"finished" integer DEFAULT 0 NOT NULL,
	"listen25" integer DEFAULT 0 NOT NULL,
	"listen50" integer DEFAULT 0 NOT NULL,
	"listen75" integer DEFAULT 0 NOT NULL,
	"listen100" integer DEFAULT 0 NOT NULL,
	"share" integer DEFAULT 0 NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"follows" integer DEFAULT 0 NOT NULL,
	"thought_provoking" integer DEFAULT 0 NOT NULL,
	"eye_opening" integer DEFAULT 0 NOT NULL,
	"practical" integer DEFAULT 0 NOT NULL,
	"intriguing" integer DEFAULT 0 NOT NULL,
	"reports" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "category_days_day_category_pk" PRIMARY KEY("day","category")
);
--> statement-breakpoint
CREATE TABLE "reaction_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reaction_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"article_id" uuid,
	"author_id" uuid,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"amount" smallint NOT NULL
);
--> statement-breakpoint
DROP INDEX "bookmarks_by_time";--> statement-breakpoint
DROP INDEX "article_counts_by_day";--> statement-breakpoint
DROP INDEX "feedback_by_time";--> statement-breakpoint
DROP INDEX "follows_by_time";--> statement-breakpoint
DROP INDEX "reports_by_time";--> statement-breakpoint
ALTER TABLE "shelf_days" ADD COLUMN "bookmarks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shelf_days" ADD COLUMN "follows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shelf_days" ADD COLUMN "thought_provoking" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shelf_days" ADD COLUMN "eye_opening" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shelf_days" ADD COLUMN "practical" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shelf_days" ADD COLUMN "intriguing" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shelf_days" ADD COLUMN "reports" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article_weeks" ADD COLUMN "bookmarks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article_weeks" ADD COLUMN "follows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article_weeks" ADD COLUMN "thought_provoking" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article_weeks" ADD COLUMN "eye_opening" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article_weeks" ADD COLUMN "practical" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article_weeks" ADD COLUMN "intriguing" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article_weeks" ADD COLUMN "reports" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "article_ranges" ADD CONSTRAINT "article_ranges_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_ranges" ADD CONSTRAINT "author_ranges_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_ranges_of_article" ON "article_ranges" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "article_ranges_by_read" ON "article_ranges" USING btree ("range","read" DESC NULLS FIRST,"article_id") WHERE read > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_agreed" ON "article_ranges" USING btree ("range","agreed" DESC NULLS FIRST,"article_id") WHERE agreed > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_finished" ON "article_ranges" USING btree ("range","finished" DESC NULLS FIRST,"article_id") WHERE finished > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_listen25" ON "article_ranges" USING btree ("range","listen25" DESC NULLS FIRST,"article_id") WHERE listen25 > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_listen50" ON "article_ranges" USING btree ("range","listen50" DESC NULLS FIRST,"article_id") WHERE listen50 > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_listen75" ON "article_ranges" USING btree ("range","listen75" DESC NULLS FIRST,"article_id") WHERE listen75 > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_listen100" ON "article_ranges" USING btree ("range","listen100" DESC NULLS FIRST,"article_id") WHERE listen100 > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_share" ON "article_ranges" USING btree ("range","share" DESC NULLS FIRST,"article_id") WHERE share > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_bookmarks" ON "article_ranges" USING btree ("range","bookmarks" DESC NULLS FIRST,"article_id") WHERE bookmarks > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_thought_provoking" ON "article_ranges" USING btree ("range","thought_provoking" DESC NULLS FIRST,"article_id") WHERE thought_provoking > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_eye_opening" ON "article_ranges" USING btree ("range","eye_opening" DESC NULLS FIRST,"article_id") WHERE eye_opening > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_practical" ON "article_ranges" USING btree ("range","practical" DESC NULLS FIRST,"article_id") WHERE practical > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_intriguing" ON "article_ranges" USING btree ("range","intriguing" DESC NULLS FIRST,"article_id") WHERE intriguing > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_reports" ON "article_ranges" USING btree ("range","reports" DESC NULLS FIRST,"article_id") WHERE reports > 0;--> statement-breakpoint
CREATE INDEX "article_ranges_by_readout" ON "article_ranges" USING btree ("range",(finished::float8 / agreed) DESC,"finished" DESC NULLS FIRST,"article_id") WHERE agreed >= 20;--> statement-breakpoint
CREATE INDEX "article_ranges_by_heardout" ON "article_ranges" USING btree ("range",(listen100::float8 / listen25) DESC,"listen100" DESC NULLS FIRST,"article_id") WHERE listen25 >= 20;--> statement-breakpoint
CREATE INDEX "author_ranges_of_author" ON "author_ranges" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "author_ranges_by_read" ON "author_ranges" USING btree ("range","read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_agreed" ON "author_ranges" USING btree ("range","agreed" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_finished" ON "author_ranges" USING btree ("range","finished" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_listen25" ON "author_ranges" USING btree ("range","listen25" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_listen50" ON "author_ranges" USING btree ("range","listen50" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_listen75" ON "author_ranges" USING btree ("range","listen75" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_listen100" ON "author_ranges" USING btree ("range","listen100" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_share" ON "author_ranges" USING btree ("range","share" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_bookmarks" ON "author_ranges" USING btree ("range","bookmarks" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_follows" ON "author_ranges" USING btree ("range","follows" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_thought_provoking" ON "author_ranges" USING btree ("range","thought_provoking" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_eye_opening" ON "author_ranges" USING btree ("range","eye_opening" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_practical" ON "author_ranges" USING btree ("range","practical" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_intriguing" ON "author_ranges" USING btree ("range","intriguing" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_reports" ON "author_ranges" USING btree ("range","reports" DESC NULLS FIRST,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_readout" ON "author_ranges" USING btree ("range",(CASE WHEN agreed >= 20 THEN finished::float8 / agreed ELSE -1 END) DESC,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "author_ranges_by_heardout" ON "author_ranges" USING btree ("range",(CASE WHEN listen25 >= 20 THEN listen100::float8 / listen25 ELSE -1 END) DESC,"read" DESC NULLS FIRST,"author_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "articles_in_progress" ON "articles" USING btree ("author_id") WHERE status IN ('draft', 'ai_review', 'human_review');--> statement-breakpoint
CREATE INDEX "article_counts_by_day_and_article" ON "article_counts" USING btree ("day","article_id");--> statement-breakpoint
CREATE INDEX "shelf_days_of_author" ON "shelf_days" USING btree ("author_id","day");
--> statement-breakpoint
-- Arguments: the column with the time of the reaction, and the kind of reaction, which is omitted for feedback.
CREATE FUNCTION record_reaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO reaction_changes (article_id, author_id, day, kind, amount)
  SELECT (reaction->>'article_id')::uuid, (reaction->>'author_id')::uuid,
    ((reaction->>TG_ARGV[0])::timestamptz AT TIME ZONE 'UTC')::date,
    CASE WHEN TG_NARGS > 1 THEN TG_ARGV[1] ELSE CASE reaction->>'type' WHEN 'tp' THEN 'thought_provoking'
      WHEN 'eo' THEN 'eye_opening' WHEN 'pr' THEN 'practical' WHEN 'in' THEN 'intriguing' END END,
    change.amount
  FROM (VALUES (CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END, -1),
    (CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END, 1)) AS change (reaction, amount)
  WHERE reaction IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER record_reaction_change AFTER INSERT OR DELETE OR UPDATE OF "created_at" ON "bookmarks"
  FOR EACH ROW EXECUTE FUNCTION record_reaction_change('created_at', 'bookmarks');
--> statement-breakpoint
CREATE TRIGGER record_reaction_change AFTER INSERT OR DELETE OR UPDATE OF "created_at" ON "follows"
  FOR EACH ROW EXECUTE FUNCTION record_reaction_change('created_at', 'follows');
--> statement-breakpoint
CREATE TRIGGER record_reaction_change AFTER INSERT OR DELETE OR UPDATE OF "created_at" ON "reports"
  FOR EACH ROW EXECUTE FUNCTION record_reaction_change('created_at', 'reports');
--> statement-breakpoint
CREATE TRIGGER record_reaction_change AFTER INSERT OR DELETE OR UPDATE OF "updated_at", "type" ON "feedback"
  FOR EACH ROW EXECUTE FUNCTION record_reaction_change('updated_at');
--> statement-breakpoint
CREATE FUNCTION record_category_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'articles' THEN
    INSERT INTO category_moves (article_id, author_id, category) VALUES (OLD.id, OLD.author_id, OLD.category);
  ELSE
    INSERT INTO category_moves (author_id, category) VALUES (OLD.id, OLD.category);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER record_category_move AFTER UPDATE OF "author_id", "category" ON "articles" FOR EACH ROW
  WHEN (OLD.author_id <> NEW.author_id OR OLD.category <> NEW.category) EXECUTE FUNCTION record_category_move();
--> statement-breakpoint
CREATE TRIGGER record_category_move AFTER UPDATE OF "category" ON "authors" FOR EACH ROW
  WHEN (OLD.category <> NEW.category) EXECUTE FUNCTION record_category_move();
--> statement-breakpoint
-- Reactions before this migration. The triggers' locks keep other connections from adding more before it ends.
INSERT INTO "article_counts" ("article_id", "day", "kind", "count")
SELECT "article_id", ("created_at" AT TIME ZONE 'UTC')::date, 'bookmarks', count(*) FROM "bookmarks" GROUP BY 1, 2
UNION ALL
SELECT "article_id", ("created_at" AT TIME ZONE 'UTC')::date, 'reports', count(*) FROM "reports" GROUP BY 1, 2
UNION ALL
SELECT "article_id", ("updated_at" AT TIME ZONE 'UTC')::date, CASE "type" WHEN 'tp' THEN 'thought_provoking'
  WHEN 'eo' THEN 'eye_opening' WHEN 'pr' THEN 'practical' WHEN 'in' THEN 'intriguing' END, count(*)
FROM "feedback" GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO "article_weeks" ("week", "article_id", "bookmarks", "thought_provoking", "eye_opening", "practical", "intriguing", "reports")
SELECT date_trunc('week', "day")::date, "article_id",
  coalesce(sum("count") FILTER (WHERE "kind" = 'bookmarks'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'thought_provoking'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'eye_opening'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'practical'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'intriguing'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'reports'), 0)
FROM "article_counts"
WHERE "kind" IN ('bookmarks', 'thought_provoking', 'eye_opening', 'practical', 'intriguing', 'reports') GROUP BY 1, 2
ON CONFLICT ("week", "article_id") DO UPDATE SET "bookmarks" = excluded."bookmarks",
  "thought_provoking" = excluded."thought_provoking", "eye_opening" = excluded."eye_opening",
  "practical" = excluded."practical", "intriguing" = excluded."intriguing", "reports" = excluded."reports";
--> statement-breakpoint
INSERT INTO "shelf_days" ("day", "author_id", "category", "bookmarks", "thought_provoking", "eye_opening", "practical", "intriguing", "reports", "follows")
SELECT "day", "author_id", "category",
  coalesce(sum("count") FILTER (WHERE "kind" = 'bookmarks'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'thought_provoking'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'eye_opening'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'practical'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'intriguing'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'reports'), 0),
  coalesce(sum("count") FILTER (WHERE "kind" = 'follows'), 0)
FROM (
  SELECT "day", "articles"."author_id", "articles"."category", "kind", "count"
  FROM "article_counts" JOIN "articles" ON "articles"."id" = "article_counts"."article_id"
  WHERE "kind" IN ('bookmarks', 'thought_provoking', 'eye_opening', 'practical', 'intriguing', 'reports')
  UNION ALL
  SELECT ("follows"."created_at" AT TIME ZONE 'UTC')::date, "author_id", "category", 'follows', 1
  FROM "follows" JOIN "authors" ON "authors"."id" = "follows"."author_id"
) AS "reaction" GROUP BY 1, 2, 3
ON CONFLICT ("day", "author_id", "category") DO UPDATE SET "bookmarks" = excluded."bookmarks",
  "thought_provoking" = excluded."thought_provoking", "eye_opening" = excluded."eye_opening",
  "practical" = excluded."practical", "intriguing" = excluded."intriguing", "reports" = excluded."reports",
  "follows" = excluded."follows";
--> statement-breakpoint
-- The first tally after this migration fills "article_ranges" and "author_ranges".
INSERT INTO "category_days" ("day", "category", "read", "agreed", "finished", "listen25", "listen50", "listen75", "listen100", "share",
  "bookmarks", "follows", "thought_provoking", "eye_opening", "practical", "intriguing", "reports")
SELECT "day", "category", sum("read"), sum("agreed"), sum("finished"), sum("listen25"), sum("listen50"), sum("listen75"),
  sum("listen100"), sum("share"), sum("bookmarks"), sum("follows"), sum("thought_provoking"), sum("eye_opening"),
  sum("practical"), sum("intriguing"), sum("reports")
FROM "shelf_days" GROUP BY 1, 2;
