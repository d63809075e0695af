// Package migrations holds the database's history: one numbered file a change, never edited once landed.
package migrations

import "embed"

// FS holds the SQL files, applied in order by platform/database.
//
//go:embed *.sql
var FS embed.FS

// HitsFS holds the files for a database that contains only the log of hits. It is a part of FS.
//
//go:embed 00001_roles.sql 00102_hits.sql 00180_fence.sql
var HitsFS embed.FS
