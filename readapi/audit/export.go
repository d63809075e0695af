package audit

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/spreadsheet"
	"github.com/modyard/modyard/readapi/view"
)

// maxExport bounds the entries of a file; exportPage those that are read together, so that a slow receiver holds no
// connection to the database.
const (
	maxExport  = 50_000
	exportPage = 1000
)

// exportTime bounds the writing of one page.
const exportTime = 30 * time.Second

type exportIn struct {
	Filter
	Format string `query:"format" enum:"csv,jsonl" default:"csv" doc:"默认 csv"`
}

// export writes the entries of a filter, newest first. The first page is read before the answer begins, so that a wrong
// parameter is answered as an error.
func (s *Routes) export(ctx context.Context, in *exportIn) (view.Answer, error) {
	if err := staff(ctx); err != nil {
		return nil, err
	}
	first, err := s.part(ctx, in.Filter, 0)
	if err != nil {
		return nil, err
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		kind := "text/csv; charset=utf-8"
		if in.Format == "jsonl" {
			kind = "application/x-ndjson"
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Content-Disposition", `attachment; filename="audit.`+in.Format+`"`)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Trailer", "Truncated")
		return s.write(r.Context(), w, in, first)
	}, nil
}

func (s *Routes) part(ctx context.Context, f Filter, before int64) ([]contract.AuditEntry, error) {
	sql, args, err := page(f, s.Codes, before, exportPage)
	if err != nil {
		return nil, err
	}
	return view.Rows(ctx, s.source, "audit", scan, sql, args...)
}

func (s *Routes) write(ctx context.Context, w http.ResponseWriter, in *exportIn, part []contract.AuditEntry) error {
	out := bufio.NewWriterSize(w, 64<<10)
	var encode func(contract.AuditEntry) error
	if in.Format == "jsonl" {
		lines := json.NewEncoder(out)
		encode = func(e contract.AuditEntry) error { return lines.Encode(e) }
	} else {
		encode = csvLines(out)
	}
	control := http.NewResponseController(w)
	defer func() { _ = control.SetWriteDeadline(time.Time{}) }()
	written := 0
	for len(part) > 0 {
		_ = control.SetWriteDeadline(time.Now().Add(exportTime)) // not every connection supports one
		for _, e := range part {
			if err := encode(e); err != nil {
				return nil //nolint:nilerr // the reader has gone
			}
		}
		written += len(part)
		if len(part) < exportPage || written >= maxExport {
			break
		}
		var err error
		if part, err = s.part(ctx, in.Filter, part[len(part)-1].Position); err != nil {
			// A file that ends early must not look whole.
			panic(http.ErrAbortHandler)
		}
	}
	w.Header().Set("Truncated", strconv.FormatBool(written >= maxExport))
	_ = out.Flush() // the reader may have gone
	return nil
}

// csvLines writes entries as lines of a table, after a mark for spreadsheets that it is UTF-8 and the names of the columns.
func csvLines(out io.Writer) func(contract.AuditEntry) error {
	_, _ = io.WriteString(out, "\ufeff") // the error returns with the next write
	lines := csv.NewWriter(out)
	_ = lines.Write([]string{"position", "at", "kind", "mark", "actor_id", "actor", "role", "subject_type", "subject_id", "subject", "about_id", "about",
		"item_type", "item", "round", "from", "to", "value", "options", "message", "reason", "reason_text", "event", "event_type", "stream", "revision"})
	lines.Flush()
	return func(e contract.AuditEntry) error {
		var why contract.ClaimReason
		if e.Reason != nil {
			why = *e.Reason
		}
		record := []string{strconv.FormatInt(e.Position, 10), e.At.Format(time.RFC3339Nano), e.Kind, e.Mark, e.ActorID, username(e.Actor), e.Role,
			e.Subject.Type, e.Subject.ID, e.Subject.Name, e.AboutID, username(e.About), e.ItemType, e.Item, strconv.Itoa(e.Round), e.From, e.To, e.Value,
			strings.Join(e.Options, " "), e.Message, why.Code, why.Text, e.Event.ID, e.Event.Type, e.Event.Stream, strconv.FormatInt(e.Event.Revision, 10)}
		for i := range record {
			record[i] = spreadsheet.Cell(record[i])
		}
		_ = lines.Write(record)
		lines.Flush()
		return lines.Error()
	}
}

func username(a *contract.Author) string {
	if a == nil {
		return ""
	}
	return a.Username
}
