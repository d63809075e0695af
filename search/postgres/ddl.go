// Package postgres stores the search documents in Postgres and answers every query from them. It is slow for words
// with thousands of documents; package memory, which reads the same rows, is not.
package postgres

// Tables are the names that DDL creates, for the views of the schema's owner.
func Tables() []string {
	return []string{"search_docs", "search_hits", "search_fuzzy", "search_gone", "counters"}
}

// DDL creates the tables and indexes with unqualified names, in the schema of the search_path.
const DDL = TablesDDL + IndexesDDL

// TablesDDL is DDL without the indexes, for a load that creates them afterwards.
//
// Ids compare by bytes. Times are microseconds since 1970. keys has the key terms separated by line breaks. A row of
// search_gone records a deletion for followers of positions. The owner of the schema writes the rows of counters:
// changed is the position of the last event that changed one, independent of the document's position.
const TablesDDL = `
create table search_docs (
	id text collate "C" primary key,
	position bigint not null,
	pop smallint not null,
	downloads bigint not null,
	created bigint not null,
	updated bigint not null,
	slug text not null,
	name text not null,
	digest bytea not null,
	keys text not null,
	terms tsvector not null,
	facets text[] not null
);
create table search_hits (id text collate "C" primary key, hit bytea not null);
create table search_fuzzy (id text collate "C" primary key, digest bytea not null, hashes int4[] not null);
create table search_gone (id text collate "C" primary key, position bigint not null);
create table counters (id text collate "C" primary key, follows bigint not null, changed bigint not null);
`

// IndexesDDL completes TablesDDL. A writer that exceeds an inverted index's pending list merges it: with the default
// of 4 MB a single change took up to a second, with 128 kB a tenth of that, and bulk loading is not slower.
const IndexesDDL = `
create index search_docs_terms on search_docs using gin (terms) with (gin_pending_list_limit = 128);
create index search_docs_facets on search_docs using gin (facets) with (gin_pending_list_limit = 128);
create index search_docs_position on search_docs (position);
create index search_docs_downloads on search_docs (downloads desc, id);
create index search_docs_created on search_docs (created desc, id);
create index search_docs_updated on search_docs (updated desc, id);
create index search_fuzzy_hashes on search_fuzzy using gin (hashes) with (gin_pending_list_limit = 128);
create index search_gone_position on search_gone (position);
create index counters_changed on counters (changed);
`
