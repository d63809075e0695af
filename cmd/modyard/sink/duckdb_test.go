package sink

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/replay"
)

// analysed are the downloads of three days: a project that grows, one with calls and files, a bot, and a visitor that
// downloads again and again.
func analysed() (hits []replay.Hit) {
	add := func(h download.Hit) {
		n := len(hits)
		hits = append(hits, replay.Hit{Hit: h, Cursor: replay.Cursor{Position: eventlog.Position(n/100 + 1), Index: n % 100}})
	}
	begin := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for minute := range 3 * 24 * 60 {
		at := begin.Add(time.Duration(minute) * time.Minute)
		day, hour := minute/1440, minute/60%24
		visitor := download.Visitor{byte(day), byte(minute % 97), 1}
		if minute%(3-day) == 0 {
			add(download.Hit{At: at, Visitor: visitor, Project: "Lantern1", Version: fmt.Sprintf("V%d", day), Client: download.Launcher,
				Family: []string{"prism", "hmcl"}[minute%2], Loader: "fabric", Game: "1.21.1", Reason: download.Reason(minute % 4), Country: []string{"CN", "", "JP"}[minute%3]})
		}
		if minute%7 == 0 {
			key := uint32(minute + 1)
			add(download.Hit{At: at.Add(10 * time.Second), Visitor: visitor, Key: key, Project: "Harbour2", Version: "H1", Client: download.Program, Loader: "neoforge", Game: "1.20.1", Call: true})
			if minute%14 == 0 {
				add(download.Hit{At: at.Add(11 * time.Second), Visitor: visitor, Key: key, Project: "Harbour2", Version: "H1", Client: download.Program, Loader: "neoforge", Game: "1.20.1", Referrer: "forum.example"})
			}
		}
		if minute%11 == 0 {
			add(download.Hit{At: at.Add(20 * time.Second), Visitor: download.Visitor{9, 9, byte(day)}, Project: "Lantern1", Version: "V0", Client: download.Bot, Family: "crawler"})
		}
		if hour == 5 && minute%2 == 0 {
			add(download.Hit{At: at.Add(30 * time.Second), Visitor: download.Visitor{8, 8, byte(day)}, Project: "Harbour2", Version: "H1", Client: download.Site})
			add(download.Hit{At: at.Add(34 * time.Second), Visitor: download.Visitor{8, 8, byte(day)}, Project: "Harbour2", Version: "H1", Client: download.Site})
		}
	}
	return hits
}

// questions are the SQL statements of the document, in their order.
func questions(t *testing.T) []string {
	t.Helper()
	text := content(t, "../../../docs/analytics.md")
	var list []string
	for _, found := range regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllSubmatch(text, -1) {
		list = append(list, string(found[1]))
	}
	return list
}

// TestDuckDBAnswersTheQuestionsOfTheDocument needs the npm package of tools/duckdb. It is skipped without it, unless
// MODYARD_TEST_DUCKDB is "required".
func TestDuckDBAnswersTheQuestionsOfTheDocument(t *testing.T) {
	tool, err := filepath.Abs("../../../tools/duckdb")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(tool, "node_modules")); errors.Is(err, fs.ErrNotExist) && os.Getenv("MODYARD_TEST_DUCKDB") != "required" {
		t.Skip("tools/duckdb is not installed: npm ci --prefix tools/duckdb")
	}
	dir := t.TempDir()
	hits := analysed()
	if _, err := play(t, hits, "parquet:"+filepath.Join(dir, "hits.parquet"), false); err != nil {
		t.Fatal(err)
	}
	wanted := expected(hits)
	asked := questions(t)
	if len(asked) != len(wanted) {
		t.Fatalf("the document has %d questions, the test %d answers", len(asked), len(wanted))
	}
	sent, err := json.Marshal(asked)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "node", filepath.Join(tool, "query.mjs"), dir)
	command.Stdin = bytes.NewReader(sent)
	var failed bytes.Buffer
	command.Stderr = &failed
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &failed)
	}
	var answers [][][]*string
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	for i, rows := range answers {
		var got []string
		for _, row := range rows {
			var values []string
			for _, v := range row {
				if v == nil {
					v = new(string)
				}
				values = append(values, *v)
			}
			got = append(got, strings.Join(values, " "))
		}
		if !slices.Equal(got, wanted[i]) {
			t.Errorf("question %d:\n%s\nanswers\n%s\nwant\n%s", i+1, asked[i], strings.Join(got, "\n"), strings.Join(wanted[i], "\n"))
		}
	}
}
