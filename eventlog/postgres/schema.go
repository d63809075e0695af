package postgres

import (
	"strings"
	"sync"
)

// The main log's schema and the size of its partitions (migrations/00002_log.sql).
const (
	mainSchema    = "log"
	mainPartition = 10_000_000
)

// schema is the place of a log in its database. Its name is that of the notification channel too.
type schema struct {
	name      string
	partition int64    // positions of a partition, as in the schema's function ensure_partitions
	truncates bool     // it has the tables and the function of 00102_hits.sql
	texts     sync.Map // statements of this schema by those of the main one
}

// sql is a statement of the main log for this schema. Each is rewritten once, so that a connection prepares it once.
func (s *schema) sql(text string) string {
	if s.name == mainSchema {
		return text
	}
	if own, ok := s.texts.Load(text); ok {
		return own.(string)
	}
	own := strings.ReplaceAll(text, mainSchema+".", s.name+".")
	s.texts.Store(text, own)
	return own
}

// listen is the statement that subscribes a connection to the log's channel.
func (s *schema) listen() string { return "LISTEN " + s.name }

// ahead is the number of positions that must have a partition before a batch is written: less than a partition, so that
// partitions are not made for each batch, and much more than a batch on a log with large partitions.
func (s *schema) ahead() int64 { return s.partition / 10 * 9 }
