CREATE INDEX IF NOT EXISTS "articles_newest_in_progress" ON "articles" USING btree ("id" DESC NULLS FIRST) WHERE status IN ('draft', 'ai_review', 'human_review');
--> statement-breakpoint
-- A transaction that adds an article of an author, while another one activates this author, does not see the author as
-- active, and the other one does not see the article. The cadence is calculated again when both have ended.
CREATE OR REPLACE FUNCTION refresh_cadence_of_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_author_cadences(ARRAY[NEW.id]);
  UPDATE author_cadences SET changes_at = least(changes_at, now() + interval '2 minutes') WHERE author_id = NEW.id;
  RETURN NULL;
END $$;
