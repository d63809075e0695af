// Package migrations holds the database's history: one numbered file a change, never edited once landed.
package migrations

import "embed"

// FS holds the SQL files, applied in order by platform/database.
//
//go:embed *.sql
var FS embed.FS
