package sink

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/projections/replay"
)

// recorded are n hits a second apart, three to an event, with texts that no form may break.
func recorded(n int) []replay.Hit {
	texts := []string{"fabric", "", "a,b", "say \"no\"", "two\nlines", "=cmd()", "\r\n", "汉字", "\xff"}
	var hits []replay.Hit
	for i := range n {
		hits = append(hits, replay.Hit{Cursor: replay.Cursor{Position: eventlog.Position(i/3 + 1), Index: i % 3}, Hit: download.Hit{
			At: time.Date(2026, 3, 1, 10, 0, i, 123_000_000, time.UTC), Visitor: download.Visitor{1, 2, byte(i)}, Key: uint32(i), Project: fmt.Sprintf("P%d", i%4),
			Version: "V1", Call: i%2 == 0, Client: download.Client(i % 5), Loader: texts[i%len(texts)], Game: texts[(i+3)%len(texts)], Referrer: texts[(i+5)%len(texts)],
		}})
	}
	return hits
}

// events are the hits behind a cursor, an event at a time; fail ends them with an error after as many events.
func events(hits []replay.Hit, after string, fail int) iter.Seq2[replay.Event, error] {
	return func(yield func(replay.Event, error) bool) {
		begin, err := replay.ParseCursor(after)
		if err != nil {
			yield(replay.Event{}, err)
			return
		}
		for n, i := 0, 0; i < len(hits); n++ {
			if fail > 0 && n == fail {
				yield(replay.Event{}, errors.New("the log is away"))
				return
			}
			e := replay.Event{Next: replay.Behind(hits[i].Cursor.Position)}
			for at := hits[i].Cursor.Position; i < len(hits) && hits[i].Cursor.Position == at; i++ {
				if c := hits[i].Cursor; c.Position > begin.Position || c.Position == begin.Position && c.Index > begin.Index {
					e.Hits = append(e.Hits, hits[i])
				}
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

func play(t *testing.T, hits []replay.Hit, to string, resume bool) (Played, error) {
	t.Helper()
	s, after, err := Open(to, Options{Resume: resume, Stdout: io.Discard})
	if err != nil {
		return Played{}, err
	}
	return Play(t.Context(), 0, after, events(hits, after, 0), s)
}

func content(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAFileThatAKilledRunHasLeftIsContinuedWithoutAHitLostOrDoubled(t *testing.T) {
	hits := recorded(14)
	for _, kind := range []string{"jsonl", "csv"} {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			name := filepath.Join(dir, "whole")
			if _, err := play(t, hits, kind+":"+name, false); err != nil {
				t.Fatal(err)
			}
			whole := content(t, name)
			find := map[string]func(io.ReaderAt, int64) (string, int64, error){"jsonl": lastLine, "csv": lastRecord}[kind]
			ends := map[string]int{"": 0} // where the line of each hit ends
			for _, h := range hits {
				ends[h.Cursor.String()] = bytes.Index(whole, []byte(h.Cursor.String()+map[string]string{"jsonl": `"`, "csv": ","}[kind]))
			}
			before := ""
			for cut := range len(whole) + 1 { // a kill leaves any prefix of the file
				cursor, end, err := find(bytes.NewReader(whole[:cut]), int64(cut))
				if err != nil || end > int64(cut) || end > 0 && whole[end-1] != '\n' || ends[cursor] > int(end) {
					t.Fatalf("cut at %d: %q at %d, %v", cut, cursor, end, err)
				}
				if cursor == before && cut < len(whole) {
					continue
				}
				before = cursor
				part := filepath.Join(dir, fmt.Sprint(cut)) // cut within the next line
				if err := os.WriteFile(part, whole[:min(cut+9, len(whole))], 0o600); err != nil {
					t.Fatal(err)
				}
				played, err := play(t, hits, kind+":"+part, true)
				if err != nil {
					t.Fatalf("cut at %d: %v", cut, err)
				}
				if got := content(t, part); !bytes.Equal(got, whole) {
					t.Fatalf("cut at %d: %d hits more make\n%s\nwant\n%s", cut, played.Hits, got, whole)
				}
			}
			if before != hits[len(hits)-1].Cursor.String() {
				t.Errorf("the last hit that is found is %s", before)
			}
		})
	}
}

func TestAFileIsNeverWrittenOverAndOthersAreNotContinued(t *testing.T) {
	hits := recorded(3)
	for _, kind := range []string{"jsonl", "csv", "parquet"} {
		name := filepath.Join(t.TempDir(), "there")
		if err := os.WriteFile(name, []byte("my,notes\nand\nmore"), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, resume := range []bool{false, true} {
			if _, err := play(t, hits, kind+":"+name, resume); err == nil {
				t.Errorf("%s, resume %v: no error", kind, resume)
			}
			if got := content(t, name); string(got) != "my,notes\nand\nmore" {
				t.Errorf("%s, resume %v: the file is %q", kind, resume, got)
			}
		}
	}
	for _, to := range []string{"", "jsonl", "jsonl:", "xml:file", "http:ftp://x/", "http:nothing", "stdout:"} {
		if _, err := play(t, hits, to, false); err == nil {
			t.Errorf("%q is a destination", to)
		}
	}
	if _, err := play(t, hits, "stdout", true); err == nil {
		t.Error("standard output is continued")
	}
}

func TestAfterAnErrorTheReplayContinuesBehindWhatIsInTheFile(t *testing.T) {
	hits := recorded(12)
	for _, kind := range []string{"jsonl", "csv"} {
		name := filepath.Join(t.TempDir(), "file")
		s, after, err := Open(kind+":"+name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		played, err := Play(t.Context(), 0, after, events(hits, after, 2), s)
		if err == nil || played.Next != "2.2" {
			t.Fatalf("%s: next is %s, %v", kind, played.Next, err)
		}
		if played, err = play(t, hits, kind+":"+name, true); err != nil || played.Hits != 6 || played.Next != "4" {
			t.Fatalf("%s: %+v, %v", kind, played, err)
		}
	}
}

func TestAParquetFileAppearsWhenItIsWhole(t *testing.T) {
	hits := recorded(30)
	name := filepath.Join(t.TempDir(), "hits.parquet")
	s, after, err := Open("parquet:"+name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if played, err := Play(t.Context(), 0, after, events(hits, after, 5), s); err == nil || played.Next != "0" && played.Next != "" {
		t.Fatalf("%+v, %v", played, err)
	}
	if left, err := os.ReadDir(filepath.Dir(name)); err != nil || len(left) > 0 {
		t.Fatalf("an interrupted run leaves %v, %v", left, err)
	}
	if err := os.WriteFile(name+".partial", []byte("of a killed run"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := play(t, hits, "parquet:"+name, false); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.ReadFile[row](name)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != len(hits) {
		t.Fatalf("%d rows of %d hits", len(rows), len(hits))
	}
	for i, r := range rows {
		line := replay.Line(hits[i])
		if fmt.Sprintf("%d.%d", r.Position, r.Index) != line.Cursor || !r.At.Equal(line.At) || r.Loader != line.Loader || r.Referrer != line.Referrer ||
			r.Visitor != line.Visitor || r.Key != int64(line.Key) || r.Via != line.Via || r.Client != line.Client {
			t.Fatalf("row %d is %+v, want %+v", i, r, line)
		}
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // it is only read
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	opened, err := parquet.OpenFile(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	if last, _ := opened.Lookup(CursorKey); last != "10.2" {
		t.Errorf("the cursor in the file is %q", last)
	}
	for _, c := range opened.Metadata().RowGroups[0].Columns {
		if c.MetaData.Codec.String() != "ZSTD" {
			t.Errorf("%v is packed by %s", c.MetaData.PathInSchema, c.MetaData.Codec)
		}
	}
}

func TestACSVFileHasAHeaderAndOneRecordAHit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "hits.csv")
	hits := recorded(9)
	if _, err := play(t, hits, "csv:"+name, false); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(bytes.NewReader(content(t, name))).ReadAll()
	if err != nil || len(records) != 10 || records[0][0] != "cursor" || records[1][1] != "2026-03-01T10:00:00.123Z" || records[4][0] != "2.0" {
		t.Fatalf("%q, %v", records, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others can read the keys of visitors: %v, %v", info.Mode(), err)
	}
}

func TestBatchesAreSentAgainUntilTheReceiverHasThem(t *testing.T) {
	hits := recorded(2500)
	var got []string
	tries := 0
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/x-ndjson" || r.Header.Get("Authorization") != "Bearer x" {
			t.Errorf("%s %v, %v", r.Method, r.Header, err)
		}
		if tries++; tries%2 == 1 {
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		lines := strings.Split(strings.TrimSuffix(string(body), "\n"), "\n")
		if last := r.Header.Get("Replay-Cursor"); !strings.Contains(lines[len(lines)-1], `"cursor":"`+last+`"`) {
			t.Errorf("the batch ends with %s, not %s", lines[len(lines)-1], last)
		}
		got = append(got, lines...)
	}))
	defer receiver.Close()
	s, _, err := Open("http:"+receiver.URL, Options{Authorization: "Bearer x"})
	if err != nil {
		t.Fatal(err)
	}
	var pauses []time.Duration
	s.(*post).wait = func(_ context.Context, d time.Duration) bool { pauses = append(pauses, d); return true }
	played, err := Play(t.Context(), 0, "", events(hits, "", 0), s)
	if err != nil || played.Hits != 2500 || len(got) != 2500 || fmt.Sprint(pauses) != "[7s 7s 7s]" {
		t.Fatalf("%+v, %d lines, pauses %v, %v", played, len(got), pauses, err)
	}
}

func TestAPauseThatAReceiverAsksForIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for header, want := range map[string]time.Duration{
			"": 0, "0": 0, "7": 7 * time.Second, "120": 2 * time.Minute, "3600": 2 * time.Minute, "4294967295": 2 * time.Minute, "-1": 0, "soon": 0, "1e9": 0,
			time.Now().Add(9 * time.Second).UTC().Format(http.TimeFormat): 9 * time.Second,
			time.Now().Add(time.Hour).UTC().Format(http.TimeFormat):       2 * time.Minute,
			time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat):      0,
		} {
			if got := retryAfter(header); got != want {
				t.Errorf("%q is a pause of %s, want %s", header, got, want)
			}
		}
	})
}

func TestAReceiverThatRefusesOrStaysAwayStopsTheReplayWithTheCursorToContinue(t *testing.T) {
	hits := recorded(2500)
	for name, c := range map[string]struct {
		status, tries int
		says          string
	}{
		"refuses":   {http.StatusForbidden, 2, `answers 403 "no"`},
		"redirects": {http.StatusFound, 2, `answers 302`},
		"is broken": {http.StatusInternalServerError, 1 + postTries, "tried 7 times"},
	} {
		tries := 0
		receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if tries++; tries > 1 {
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(c.status)
				fmt.Fprint(w, "no")
			}
		}))
		s, _, err := Open(receiver.URL, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.(*post).wait = func(context.Context, time.Duration) bool { return true }
		played, err := Play(t.Context(), 0, "", events(hits, "", 0), s)
		if err == nil || !strings.Contains(err.Error(), c.says) || tries != c.tries || played.Next != hits[999].Cursor.String() {
			t.Errorf("%s: tried %d times, %+v, %v", name, tries, played, err)
		}
		receiver.Close()
	}
}

func TestTimePassesFasterByTheSpeed(t *testing.T) {
	hits := recorded(121) // two minutes
	hits[60].At = hits[60].At.Add(-time.Hour)
	synctest.Test(t, func(t *testing.T) {
		speed, err := ParseSpeed("60x")
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		s, _, err := Open("stdout", Options{Stdout: &out})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if played, err := Play(t.Context(), speed, "", events(hits, "", 0), s); err != nil || played.Hits != 121 || time.Since(began) != 2*time.Second {
			t.Errorf("%+v in %s, %v", played, time.Since(began), err)
		}
		if n := strings.Count(out.String(), "\n"); n != 121 {
			t.Errorf("%d lines", n)
		}
	})
	for _, text := range []string{"", "fast", "60", "0x", "-1x", "NaNx", "Infx", "1e99x"} {
		if speed, err := ParseSpeed(text); err == nil {
			t.Errorf("%q is the speed %v", text, speed)
		}
	}
}

func TestNoPauseIsTooLongToWaitFor(t *testing.T) {
	hits := recorded(2)
	hits[1].At = hits[0].At.AddDate(1, 0, 0)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		s, _, err := Open("stdout", Options{Stdout: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		played, err := Play(ctx, 0.001, "", events(hits, "", 0), s)
		if !errors.Is(err, context.DeadlineExceeded) || played.Next != "1.0" {
			t.Errorf("a year at a thousandth of its speed has passed: %+v, %v", played, err)
		}
	})
}

func TestAnInterruptedReplayHandsOverWhatItHasRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		var out bytes.Buffer
		s, _, err := Open("stdout", Options{Stdout: &out})
		if err != nil {
			t.Fatal(err)
		}
		played, err := Play(ctx, 1, "", events(recorded(10), "", 0), s)
		if !errors.Is(err, context.DeadlineExceeded) || played.Next != "1.1" || strings.Count(out.String(), "\n") != 2 {
			t.Errorf("%+v, %v:\n%s", played, err, out.String())
		}
	})
}

func FuzzTheEndOfAnyFileIsFoundOrRefused(f *testing.F) {
	f.Add([]byte(`{"cursor":"1.1"}`+"\n{"), true)
	f.Add([]byte(strings.Join(columns(), ",")+"\n1.1,"), false)
	f.Fuzz(func(t *testing.T, data []byte, json bool) {
		find := lastRecord
		if json {
			find = lastLine
		}
		_, end, err := find(bytes.NewReader(data), int64(len(data)))
		if err == nil && (end < 0 || end > int64(len(data)) || len(data)-int(end) > 3*lineBytes || end > 0 && data[end-1] != '\n') {
			t.Fatalf("%q ends at %d", data, end)
		}
	})
}
