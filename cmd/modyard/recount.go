package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/domain/download"
	projecteddownload "github.com/modyard/modyard/projections/download"
)

type recountCmd struct {
	Rule   string    `name:"rule" required:"" placeholder:"NAME" help:"Rule to compare with the one in use: default, daily (one of a visitor and project a day) or every (all but repeats and bots)."`
	From   time.Time `name:"from" format:"2006-01-02" placeholder:"DAY" help:"First day (UTC). Default: the first of the log."`
	To     time.Time `name:"to" format:"2006-01-02" placeholder:"DAY" help:"Last day (UTC). Default: today."`
	DryRun bool      `name:"dry-run" help:"Print what would change, and change nothing. Required: the rule in use is chosen by the program."`
	Top    int       `name:"top" default:"20" help:"How many projects to print."`
}

// Run replays the log of hits under two rules.
func (c *recountCmd) Run(e *environment) error {
	rule, known := download.RuleNamed(c.Rule)
	if !known {
		var names []string
		for _, r := range download.BuiltIn() {
			names = append(names, r.Name)
		}
		return fmt.Errorf("rule: there is no rule %s; the rules are %s", c.Rule, strings.Join(names, ", "))
	}
	if !c.DryRun {
		return errors.New("recount: only with --dry-run; the rule in use is chosen by the program, and raising its version counts history again")
	}
	if !c.From.IsZero() && !c.To.IsZero() && c.To.Before(c.From) {
		return errors.New("recount: --to is before --from")
	}
	return e.with(app.Share, func(core *app.Core) error {
		found, err := recount(e.ctx, core, download.Default(), rule, c.From, c.To)
		if err != nil {
			return err
		}
		return printComparison(os.Stdout, download.Default(), rule, found, c.Top)
	})
}

// recount compares two rules over the days from and to, where given. What is before is read too: a rule remembers a day.
func recount(ctx context.Context, core *app.Core, inUse, other download.Rule, from, to time.Time) (*projecteddownload.Comparison, error) {
	compared := projecteddownload.Compare(inUse, other)
	err := core.Hits.Each(ctx, download.Download.Category(), func(hits []download.Hit) error {
		for _, h := range hits {
			counts := !h.At.Before(from) && (to.IsZero() || h.At.Before(to.AddDate(0, 0, 1)))
			compared.Add(h, counts)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("recount: %w", err)
	}
	return compared, nil
}

// printComparison prints what differs.
func printComparison(out io.Writer, inUse, other download.Rule, c *projecteddownload.Comparison, top int) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(name string, p projecteddownload.Pair) { // a failed write is returned by Flush
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%+d\t\n", name, p[0], p[1], p.Difference())
	}
	_, _ = fmt.Fprintf(w, "\t%s\t%s\tdifference\t\n", inUse, other)
	line(fmt.Sprintf("of %d hits", c.Hits), c.Sum)
	for _, part := range []struct {
		name string
		of   map[string]projecteddownload.Pair
		most int
	}{{"project", c.Projects, top}, {"client", c.Clients, 100}, {"country", c.Countries, 300}} {
		changed := projecteddownload.Changed(part.of)
		_, _ = fmt.Fprintf(w, "%d of %d by %s\t\t\t\t\n", len(changed), len(part.of), part.name)
		for _, key := range changed[:min(len(changed), max(part.most, 0))] {
			name := key
			if name == "" {
				name = "(unknown)"
			}
			line(name, part.of[key])
		}
	}
	return w.Flush()
}
