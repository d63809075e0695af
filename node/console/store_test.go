package console_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/console"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func open(t *testing.T, dir string) *console.Writer {
	t.Helper()
	w, err := console.OpenWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() }) // a test that needs it closes it itself
	return w
}

func write(t *testing.T, w *console.Writer, stream string, texts ...string) {
	t.Helper()
	if err := w.Append(noon, stream, texts...); err != nil {
		t.Fatal(err)
	}
}

func since(t *testing.T, r *console.Reader, number uint64, limit int) ([]node.Line, uint64) {
	t.Helper()
	lines, missing, err := r.Since(number, limit)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range lines {
		if l.Number != number+missing+uint64(i)+1 {
			t.Fatalf("line %d after %d with %d missing has number %d", i, number, missing, l.Number)
		}
	}
	return lines, missing
}

func TestLinesAreReadWhileTheyAreWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "console")
	r := console.NewReader(dir)
	if lines, missing := since(t, r, 0, 10); len(lines) != 0 || missing != 0 {
		t.Fatal("a console that does not exist has lines")
	}
	w := open(t, dir)
	write(t, w, console.Out, "one", "two words", "")
	write(t, w, console.In, "a\nb")
	lines, _ := since(t, r, 0, 10)
	want := []node.Line{{Number: 1, At: noon, Stream: "out", Text: "one"}, {Number: 2, At: noon, Stream: "out", Text: "two words"},
		{Number: 3, At: noon, Stream: "out"}, {Number: 4, At: noon, Stream: "in", Text: "a b"}}
	if fmt.Sprint(lines) != fmt.Sprint(want) {
		t.Errorf("%v", lines)
	}
	write(t, w, console.Err, "five")
	if lines, _ := since(t, r, 4, 10); len(lines) != 1 || lines[0].Text != "five" {
		t.Errorf("%v", lines)
	}
	if lines, _ := since(t, r, 5, 10); len(lines) != 0 {
		t.Errorf("%v", lines)
	}
	if lines, _ := since(t, r, 1, 2); len(lines) != 2 || lines[0].Number != 2 {
		t.Errorf("%v", lines)
	}
	if lines, err := r.LastLines(2); err != nil || len(lines) != 2 || lines[1].Text != "five" {
		t.Errorf("%v %v", lines, err)
	}
}

func TestARecordThatAKillHasCutDoesNotExist(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir)
	write(t, w, console.Out, "one", "two", "three")
	file := filepath.Join(dir, "00000000000000000001.log")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	two := bytes.Index(whole, []byte("three")) - 1
	for cut := len(whole) - 1; cut > bytes.LastIndexByte(whole[:two], '\n')+1; cut-- {
		if err := os.WriteFile(file, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		before := console.NewReader(dir)
		if lines, _ := since(t, before, 0, 10); len(lines) != 2 {
			t.Fatalf("%v after a cut at %d", lines, cut)
		}
		w := open(t, dir)
		write(t, w, console.Out, "again")
		for _, r := range []*console.Reader{before, console.NewReader(dir)} {
			if lines, _ := since(t, r, 2, 10); len(lines) != 1 || lines[0].Text != "again" {
				t.Fatalf("%v after a cut at %d", lines, cut)
			}
		}
	}
}

func TestBytesThatAreNoRecordAreSkipped(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir)
	write(t, w, console.Out, "one")
	f, err := os.OpenFile(filepath.Join(dir, "00000000000000000001.log"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("\x00\x00\x00\nrubbish\n2 x out y\n\x00\x00"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	w = open(t, dir)
	write(t, w, console.Out, "two")
	if lines, _ := since(t, console.NewReader(dir), 0, 10); len(lines) != 2 || lines[1].Text != "two" {
		t.Errorf("%v", lines)
	}
}

func TestOldLinesGoAndAreCountedAsMissing(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir)
	follower := console.NewReader(dir)
	text := strings.Repeat("x", 10_000)
	total := uint64(10 * console.SegmentBytes / 10_000)
	seen := uint64(0)
	for w.Last() < total {
		write(t, w, console.Out, text, text, text)
		if w.Last()%7 == 0 {
			for seen < w.Last() {
				lines, missing := since(t, follower, seen, 100)
				if missing != 0 {
					t.Fatalf("%d lines are missing", missing)
				}
				seen += uint64(len(lines))
			}
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != console.Segments {
		t.Fatalf("%d segments, %v", len(files), err)
	}
	last := w.Last()
	for _, r := range []*console.Reader{follower, console.NewReader(dir)} {
		lines, missing := since(t, r, 10, 5)
		if len(lines) != 5 || missing == 0 {
			t.Fatalf("%d lines, %d missing", len(lines), missing)
		}
		for at := lines[0].Number; at < last; at += 997 {
			if lines, missing := since(t, r, at, 3); missing != 0 || len(lines) != int(min(3, last-at)) {
				t.Fatalf("after %d: %d lines, %d missing", at, len(lines), missing)
			}
		}
		if tail, err := r.LastLines(50); err != nil || len(tail) != 50 || tail[49].Number != last {
			t.Fatalf("%d lines, %v", len(tail), err)
		}
	}
}

func TestNumbersGoOnAfterTheWriterIsOpenedAgain(t *testing.T) {
	dir := t.TempDir()
	for i := range 5 {
		w := open(t, dir)
		if w.Last() != uint64(i) {
			t.Fatalf("%d after %d lines", w.Last(), i)
		}
		write(t, w, console.Node, "x")
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "00000000000000000006.log"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if last, err := console.NewReader(dir).Last(); err != nil || last != 5 {
		t.Fatalf("the newest segment is empty: %d, %v", last, err)
	}
	if w := open(t, dir); w.Last() != 5 {
		t.Errorf("the newest segment is empty: %d", w.Last())
	}
}

func TestReadersAndWritersOfOneConsoleAgree(t *testing.T) {
	dir := t.TempDir()
	w := open(t, dir)
	const each, lines = 4, 3000
	var wait sync.WaitGroup
	for range each {
		wait.Go(func() {
			for i := range lines {
				if err := w.Append(noon, console.Out, fmt.Sprint(i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range each {
		wait.Go(func() {
			r := console.NewReader(dir)
			for seen := uint64(0); seen < each*lines; {
				got, missing, err := r.Since(seen, 100)
				if err != nil || missing != 0 {
					t.Errorf("%d missing, %v", missing, err)
					return
				}
				for _, l := range got {
					if seen++; l.Number != seen {
						t.Errorf("%d, want %d", l.Number, seen)
						return
					}
				}
			}
		})
	}
	wait.Wait()
}

func TestAFloodIsSummedUp(t *testing.T) {
	var th console.Throttle
	kept, told := 0, uint64(0)
	take := func(at time.Duration, n int) {
		for range n {
			keep, omitted := th.Take(noon.Add(at))
			if keep {
				kept++
			}
			told += omitted
		}
	}
	take(0, 10_000)
	if kept != 10_000 {
		t.Fatalf("%d of a burst are kept", kept)
	}
	take(0, 5)
	take(999*time.Millisecond, 5000)
	if kept != 10_000 || told != 0 {
		t.Fatalf("%d kept, %d told", kept, told)
	}
	if due := th.Due(noon.Add(time.Second)); due != 5005 {
		t.Errorf("%d are omitted", due)
	}
	take(time.Second, 10)
	if kept != 10_010 || told != 0 {
		t.Errorf("%d kept, %d told", kept, told)
	}
	for second := range 100 {
		take(time.Duration(10+second)*time.Second, 5000)
	}
	if kept != 510_010 || th.End() != 0 {
		t.Errorf("the allowed rate is throttled: %d", kept)
	}
	if got := console.Omitted(12); got != "省略 12 行" {
		t.Error(got)
	}
}
