package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// Row is one line of the table: a figure and, for most, its budget.
type Row struct {
	Part    string
	What    string
	Figure  float64
	Unit    string // "" for a ratio or a share
	Budget  Budget // zero for a figure without a budget
	Note    string // an explanation of the figure
	Skipped string // why there is no figure
}

// Budget is the limit of a figure.
type Budget struct {
	Sign  string // "<", "≤" or "≥"; "" for no budget
	Limit float64
}

// The three kinds of budgets.
func below(limit float64) Budget   { return Budget{"<", limit} }
func atMost(limit float64) Budget  { return Budget{"≤", limit} }
func atLeast(limit float64) Budget { return Budget{"≥", limit} }

// Holds says whether a figure keeps the budget.
func (b Budget) Holds(figure float64) bool {
	switch b.Sign {
	case "<":
		return figure < b.Limit
	case "≤":
		return figure <= b.Limit
	case "≥":
		return figure >= b.Limit
	}
	return true
}

// String is the budget as text without its unit; "" for none.
func (b Budget) String() string {
	if b.Sign == "" {
		return ""
	}
	return b.Sign + " " + trimmed(b.Limit)
}

// judged says whether the row has a figure and a budget.
func (r Row) judged() bool { return r.Skipped == "" && r.Budget.Sign != "" }

// Held says whether the figure is within its budget; a row without one is.
func (r Row) Held() bool { return !r.judged() || r.Budget.Holds(r.Figure) }

func (r Row) unit(text string) string {
	if r.Unit == "" || text == "" {
		return text
	}
	return text + " " + r.Unit
}

func (r Row) heldText() string {
	switch {
	case !r.judged():
		return ""
	case r.Held():
		return "held"
	}
	return "NOT HELD"
}

// MarshalJSON encodes figure and held as null where there are none.
func (r Row) MarshalJSON() ([]byte, error) {
	row := struct {
		Part    string   `json:"part"`
		What    string   `json:"what"`
		Figure  *float64 `json:"figure"`
		Unit    string   `json:"unit,omitempty"`
		Budget  string   `json:"budget,omitempty"`
		Held    *bool    `json:"held"`
		Note    string   `json:"note,omitempty"`
		Skipped string   `json:"skipped,omitempty"`
	}{Part: r.Part, What: r.What, Unit: r.Unit, Budget: r.Budget.String(), Note: r.Note, Skipped: r.Skipped}
	if r.Skipped == "" {
		row.Figure = &r.Figure
	}
	if r.judged() {
		held := r.Held()
		row.Held = &held
	}
	return json.Marshal(row)
}

// skippedRow replaces a measurement that this machine cannot make.
func skippedRow(what, why string) Row { return Row{What: what, Skipped: "skipped: " + why} }

func failedRow(what string, err error) Row {
	first, _, _ := strings.Cut(err.Error(), "\n")
	return Row{What: what, Skipped: "failed: " + first}
}

// PrintTable writes the rows for people.
func PrintTable(w io.Writer, rows []Row) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "what\tfigure\tbudget\theld\t")
	for _, r := range rows {
		figure := r.unit(rounded(r.Figure))
		if r.Skipped != "" {
			figure = r.Skipped
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", r.What, figure, r.unit(r.Budget.String()), r.heldText(), r.Note)
	}
	_ = t.Flush() // the table is the last output, so an error cannot be reported
}

// rounded keeps three or four significant digits.
func rounded(f float64) string {
	switch {
	case f >= 1000:
		return fmt.Sprintf("%.0f", f)
	case f >= 10:
		return fmt.Sprintf("%.1f", f)
	case f >= 1:
		return fmt.Sprintf("%.2f", f)
	}
	return fmt.Sprintf("%.3f", f)
}

func trimmed(f float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", f), "0"), ".")
}

// ms is a duration in milliseconds.
func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
