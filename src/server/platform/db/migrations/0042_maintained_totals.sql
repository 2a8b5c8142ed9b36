CREATE TABLE "subscription_days" (
	"day" date PRIMARY KEY NOT NULL,
	"started" integer NOT NULL,
	"ended" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_status_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_status_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"amount" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_totals" (
	"status" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "author_cadences" (
	"author_id" uuid PRIMARY KEY NOT NULL,
	"alias_key" text COLLATE "C" NOT NULL,
	"published_in_week" integer DEFAULT 0 NOT NULL,
	"published_in_month" integer DEFAULT 0 NOT NULL,
	"articles_under_way" integer DEFAULT 0 NOT NULL,
	"ideas_generating" integer DEFAULT 0 NOT NULL,
	"gap" integer DEFAULT 0 NOT NULL,
	"changes_at" timestamp (3) with time zone,
	"calculated_by" text
);
--> statement-breakpoint
ALTER TABLE "author_cadences" ADD CONSTRAINT "author_cadences_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."authors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "author_cadences_furthest_behind" ON "author_cadences" USING btree ((-gap),"published_in_month","alias_key");--> statement-breakpoint
CREATE INDEX "author_cadences_changing" ON "author_cadences" USING btree ("changes_at");--> statement-breakpoint
-- Returns a name of the current transaction that is unique even after a backup is restored on another server.
CREATE FUNCTION name_transaction() RETURNS text LANGUAGE sql AS $$ SELECT pg_current_xact_id() || ' ' || now() $$;
--> statement-breakpoint
-- Calculates the rows of authors, and deletes those of authors who are not active. The goal is two articles a week
-- (`WEEKLY_ARTICLE_GOAL`). Each row is locked before it is calculated, so that it includes the changes of transactions
-- that have refreshed it before.
CREATE FUNCTION refresh_author_cadences(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO author_cadences (author_id, alias_key)
  SELECT id, alias_key FROM authors WHERE id = ANY(ids) AND status = 'active' ORDER BY id ON CONFLICT DO NOTHING;
  PERFORM FROM author_cadences WHERE author_id = ANY(ids) ORDER BY author_id FOR UPDATE;
  DELETE FROM author_cadences WHERE author_id = ANY(ids)
    AND NOT EXISTS (SELECT FROM authors WHERE id = author_id AND status = 'active');
  UPDATE author_cadences SET alias_key = authors.alias_key, published_in_week = recent.week,
    published_in_month = recent.month, articles_under_way = in_progress.count, ideas_generating = generating.count,
    gap = greatest(0, greatest(0, 2 - recent.week) - in_progress.count - generating.count),
    changes_at = least(recent.first_of_week + interval '7 days', recent.first_of_month + interval '28 days'),
    calculated_by = name_transaction()
  FROM authors
  CROSS JOIN LATERAL (
    SELECT count(*) AS month, count(*) FILTER (WHERE is_of_week) AS week, min(published_at) AS first_of_month,
      min(published_at) FILTER (WHERE is_of_week) AS first_of_week
    FROM articles CROSS JOIN LATERAL (SELECT published_at > now() - interval '7 days' AS is_of_week) AS placed
    WHERE author_id = authors.id AND status = 'published' AND published_at > now() - interval '28 days'
  ) AS recent
  CROSS JOIN LATERAL (
    SELECT count(*) FROM articles WHERE author_id = authors.id AND status IN ('draft', 'ai_review', 'human_review')
  ) AS in_progress
  CROSS JOIN LATERAL (
    SELECT count(*) FROM article_ideas WHERE author_id = authors.id AND status = 'generating'
  ) AS generating
  WHERE authors.id = author_cadences.author_id AND author_cadences.author_id = ANY(ids);
END $$;
--> statement-breakpoint
CREATE FUNCTION refresh_cadence_of_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_author_cadences(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred triggers run when all other changes of the transaction have been made, so each row is calculated only once.
CREATE FUNCTION refresh_cadence_of_work() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[] := ARRAY(
    SELECT id FROM (
      SELECT NEW.author_id AS id WHERE TG_OP <> 'DELETE' UNION SELECT OLD.author_id WHERE TG_OP <> 'INSERT') AS writer
    WHERE NOT EXISTS (SELECT FROM author_cadences WHERE author_id = id AND calculated_by = name_transaction())
    ORDER BY id);
BEGIN
  IF cardinality(ids) > 0 THEN PERFORM refresh_author_cadences(ids); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred triggers run when the transaction commits, so that rows are locked as late as possible.
CREATE CONSTRAINT TRIGGER refresh_cadence_inserted AFTER INSERT ON "authors" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status = 'active') EXECUTE FUNCTION refresh_cadence_of_author();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refresh_cadence AFTER UPDATE OF "status", "alias_key" ON "authors" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.alias_key <> NEW.alias_key)
  EXECUTE FUNCTION refresh_cadence_of_author();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refresh_cadence_inserted AFTER INSERT OR DELETE ON "articles" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION refresh_cadence_of_work();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refresh_cadence AFTER UPDATE OF "author_id", "status", "published_at" ON "articles"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.author_id <> NEW.author_id OR OLD.status <> NEW.status OR OLD.published_at <> NEW.published_at)
  EXECUTE FUNCTION refresh_cadence_of_work();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refresh_cadence AFTER INSERT OR DELETE OR UPDATE OF "author_id", "status" ON "article_ideas"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refresh_cadence_of_work();
--> statement-breakpoint
SELECT refresh_author_cadences(array_agg("id")) FROM "authors" WHERE "status" = 'active';
--> statement-breakpoint
CREATE FUNCTION record_subscription_status_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO subscription_status_changes (status, amount)
  SELECT status, sum(amount) FROM (
    SELECT NEW.subscription_status AS status, 1 AS amount WHERE TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL
    UNION ALL SELECT OLD.subscription_status, -1 WHERE TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL
  ) AS change
  WHERE status IS NOT NULL GROUP BY status HAVING sum(amount) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER record_subscription_status_change AFTER INSERT OR DELETE OR UPDATE OF "subscription_status", "deleted_at" ON "users"
  FOR EACH ROW EXECUTE FUNCTION record_subscription_status_change();
--> statement-breakpoint
INSERT INTO "subscription_totals" ("status", "count")
SELECT "subscription_status", count(*) FROM "users" WHERE "subscription_status" IS NOT NULL AND "deleted_at" IS NULL GROUP BY 1;
