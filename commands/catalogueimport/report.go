package catalogueimport

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
)

// Summary is the result of an import.
type Summary struct {
	Imported int            // projects appended now
	There    int            // projects of an earlier run
	Versions int            // of the projects appended now
	Events   int            // appended now
	Refused  map[string]int // records by reason
	Changed  map[string]int // records that were changed to satisfy the rules, by kind of change
}

// entry is a line of the report.
type entry struct {
	line    int
	slug    string
	refused bool
	reason  string
	detail  string
}

// report collects the rejected and changed records, by line of the catalogue.
type report struct {
	mu      sync.Mutex
	entries []entry
}

func (r *report) add(entries ...entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries = append(r.entries, entries...)
}

func (r *report) counts() (refused, changed map[string]int) {
	refused, changed = map[string]int{}, map[string]int{}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.entries {
		if e.refused {
			refused[e.reason]++
		} else {
			changed[e.reason]++
		}
	}
	return refused, changed
}

// write writes the report as tab-separated values, in the catalogue's order.
func (r *report) write(to io.Writer) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortStableFunc(r.entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.line, b.line), strings.Compare(a.reason, b.reason))
	})
	out := bufio.NewWriter(to)
	fmt.Fprintln(out, "line\tslug\toutcome\treason\tdetail")
	for _, e := range r.entries {
		outcome := "changed"
		if e.refused {
			outcome = "refused"
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\t%s\n", e.line, plain(cut(e.slug, 80)), outcome, e.reason, plain(cut(e.detail, 300)))
	}
	return out.Flush()
}
