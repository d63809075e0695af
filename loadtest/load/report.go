package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/modyard/modyard/loadtest/program"
)

// Report is the content of bin/load/report.json.
type Report struct {
	Date    time.Time `json:"date"`
	Commit  string    `json:"commit"`
	Changed bool      `json:"changed"` // the tree has uncommitted changes
	OS      string    `json:"os"`
	Cores   int       `json:"cores"`
	Data    string    `json:"data"` // what the site had
	Scale   float64   `json:"scale"`
	Smoke   bool      `json:"smoke,omitempty"` // the times and rates were not judged
	Seconds float64   `json:"seconds"`
	Runs    []Run     `json:"runs"`
}

func newReport(ctx context.Context, root string, a arguments, data string) Report {
	commit, changed := program.Commit(ctx, root)
	return Report{
		Date: time.Now().UTC().Truncate(time.Second), Commit: commit, Changed: changed, OS: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.NumCPU(),
		Data: data, Scale: a.scale, Smoke: a.smoke,
	}
}

func (r Report) header() []string {
	return []string{"script", "what", "a second", "p50 ms", "p95 ms", "p99 ms", "errors", "lag s", "memory MB", "thresholds"}
}

// cells are the lines of the table: one for each kind of request, and what is known of the whole script in the first one.
func (r Report) cells() (lines [][]string) {
	for _, run := range r.Runs {
		whole := []string{fmt.Sprintf("%.1f %s", run.Lag.Most, run.Lag.Of), fmt.Sprintf("%.0f → %.0f, at most %.0f", run.Memory.Start, run.Memory.End, run.Memory.Most), run.verdict()}
		name := run.Script
		if len(run.Kinds) == 0 {
			lines = append(lines, append([]string{name, "nothing", "", "", "", "", ""}, whole...))
		}
		for _, k := range run.Kinds {
			lines = append(lines, append([]string{
				name, k.Kind, fmt.Sprintf("%.1f", k.Rate), fmt.Sprintf("%.1f", k.P50), fmt.Sprintf("%.1f", k.P95), fmt.Sprintf("%.1f", k.P99), fmt.Sprint(k.Errors),
			}, whole...))
			name, whole = "", []string{"", "", ""}
		}
	}
	return lines
}

// table writes the figures for people.
func (r Report) table(out io.Writer) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, line := range append([][]string{r.header()}, r.cells()...) {
		fmt.Fprintln(t, strings.TrimRight(strings.Join(line, "\t"), "\t"))
	}
	_ = t.Flush() // the table is the last output, so an error cannot be reported
}

// write writes report.json and report.md.
func (r Report) write(dir string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	var md bytes.Buffer
	fmt.Fprintf(&md, "Load of %s, commit %s, %d cores (%s). Site: %s. Rates × %g.", r.Date.Format(time.RFC3339), r.Commit, r.Cores, r.OS, r.Data, r.Scale)
	if r.Smoke {
		md.WriteString(" Only errors were judged.")
	}
	fmt.Fprintf(&md, "\n\n| %s |\n|%s\n", strings.Join(r.header(), " | "), strings.Repeat("---|", len(r.header())))
	for _, line := range r.cells() {
		fmt.Fprintf(&md, "| %s |\n", strings.Join(line, " | "))
	}
	for name, content := range map[string][]byte{"report.json": append(data, '\n'), "report.md": md.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
	}
	return nil
}
