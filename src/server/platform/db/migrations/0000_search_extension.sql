-- Trigrams: what a misspelt word is recognised by.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
