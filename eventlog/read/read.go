// Package read is the event log for packages that may read it and never append: they import this package instead of
// eventlog.
package read

import "github.com/modyard/modyard/eventlog"

// Log is an event log without Append.
type Log = eventlog.Reader

// The types of a read.
type (
	Position = eventlog.Position
	Revision = eventlog.Revision
	Range    = eventlog.Range
	Filter   = eventlog.Filter
	Recorded = eventlog.Recorded
	Batch    = eventlog.Batch
)

// Last as the end of a Range stands for the last event of a stream.
const Last = eventlog.Last

// Only returns a view of a log that has no Append, not even behind a type assertion.
func Only(log eventlog.Reader) Log { return view{log} }

type view struct{ eventlog.Reader }
