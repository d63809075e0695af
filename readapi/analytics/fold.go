package analytics

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/replay"
)

// commonFrom is how many counted downloads a country needs on a day of a project to be named.
const commonFrom = 50

const common = `
select project, to_char(hour at time zone 'UTC', 'YYYY-MM-DD'), country from download.hours
where project = any($1) and hour >= $2 and hour < $3 and country <> '' group by 1, 2, 3 having sum(downloads) >= $4`

// fold removes from lines what could single out a visitor, unless the reader sees everything.
func (s *events) fold(ctx context.Context, reader reader, lines []contract.DownloadHit) error {
	if reader.all || len(lines) == 0 {
		return nil
	}
	projects, seen := []string{}, map[string]bool{}
	from, to := lines[0].At, lines[0].At
	for i, line := range lines {
		if !seen[line.Project] {
			seen[line.Project] = true
			projects = append(projects, line.Project)
		}
		if line.At.Before(from) {
			from = line.At
		}
		if line.At.After(to) {
			to = line.At
		}
		lines[i] = replay.Folded(line)
	}
	type countryDay struct{ Project, Day, Country string }
	rows, err := s.source.Pool.Query(ctx, common, projects, from.UTC().Truncate(day), to.UTC().Truncate(day).Add(day), commonFrom)
	if err != nil {
		return fmt.Errorf("read the countries of downloads: %w", err)
	}
	named, err := pgx.CollectRows(rows, pgx.RowToStructByPos[countryDay])
	if err != nil {
		return fmt.Errorf("read the countries of downloads: %w", err)
	}
	allowed := make(map[countryDay]bool, len(named))
	for _, n := range named {
		allowed[n] = true
	}
	for i, line := range lines {
		if !allowed[countryDay{line.Project, line.At.Format(time.DateOnly), line.Country}] {
			lines[i].Country = ""
		}
	}
	return nil
}

// answerLines writes all lines at once, so that nobody gets half a line without noticing.
func answerLines(w http.ResponseWriter, r *http.Request, next string, body []byte) error {
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("Cache-Control", "no-store")
	h.Set("Next-Cursor", next)
	h.Add("Vary", "Accept-Encoding")
	if len(body) > 0 && accepts(r.Header.Get("Accept-Encoding"), "zstd") {
		packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
		if err != nil {
			return fmt.Errorf("pack downloads: %w", err)
		}
		body = packer.EncodeAll(body, nil)
		if err := packer.Close(); err != nil {
			return fmt.Errorf("pack downloads: %w", err)
		}
		h.Set("Content-Encoding", "zstd")
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // the reader may have closed the connection
	return nil
}

// accepts is true if an Accept-Encoding names a coding with a weight above zero.
func accepts(header, coding string) bool {
	for one := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(one, ";")
		if !strings.EqualFold(strings.TrimSpace(name), coding) {
			continue
		}
		weight, weighted := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameters)), "q=")
		q, err := strconv.ParseFloat(weight, 64)
		return !weighted || err == nil && q > 0
	}
	return false
}
