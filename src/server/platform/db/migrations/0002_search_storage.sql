-- A word that occurs in a tenth of the library is found by reading a tenth of this table's rows. So the rows
-- are kept narrow: the vectors move out of them at 128 bytes already, uncompressed, since they are read often.
ALTER TABLE "article_search" SET (toast_tuple_target = 128);
--> statement-breakpoint
ALTER TABLE "article_search" ALTER COLUMN "title" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "article_search" ALTER COLUMN "head" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "article_search" ALTER COLUMN "document" SET STORAGE EXTERNAL;
--> statement-breakpoint
INSERT INTO "content_version" ("id", "version") VALUES (1, 0);
