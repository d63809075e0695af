package seal_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/eventlog/seal"
)

// golden compares a text with a file that is never changed; UPDATE_GOLDEN=1 writes a new one.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if _, err := os.Stat(path); err != nil {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

func sample(meta string) eventlog.Recorded {
	id, _ := eventlog.ParseEventID("01920000-0000-8000-8000-00000000002A")
	return eventlog.Recorded{
		Event:  eventlog.Event{ID: id, Type: "project.submitted.v1", Data: []byte(`{"project":"AABBCCDD", "status":"processing"}`)},
		Stream: "project-AABBCCDD", Revision: 3, Position: 77, RawMeta: meta,
	}
}

func TestTheFormOfALeafNeverChanges(t *testing.T) {
	leaf := seal.LeafOf(sample(`{"salt":"AAAAAAAAAAAAAAAAAAAAAA","at":"2026-01-02T03:04:05Z","actor":"AAAAAAA1","later":{"b":1.50,"a":"é<"}}`))
	golden(t, "leaf.txt", leaf.Text()+leaf.Hash().String()+"\n")
}

func TestTheHashOfMetadataDoesNotDependOnItsEncoding(t *testing.T) {
	same := func(name string, metas ...string) {
		t.Helper()
		for _, meta := range metas[1:] {
			if seal.LeafOf(sample(meta)) != seal.LeafOf(sample(metas[0])) {
				t.Errorf("%s: %s and %s have different hashes", name, metas[0], meta)
			}
		}
	}
	same("order, spaces and escapes", `{"actor":"A","at":"x","n":1.5,"o":{"a":1,"b":"é"}}`,
		"{ \"o\": {\"b\":\"\\u00e9\", \"a\":1.0}, \"n\":15e-1, \"at\":\"x\",\n\"actor\":\"A\"}")
	same("members of engines", `{"actor":"A"}`, `{"actor":"A","recorded":"2020-01-01T00:00:00Z"}`, `{"$schema":{"x":1},"actor":"A","$"  :null}`,
		`{"actor":"A","\u0072ecorded":"y"}`)
	different := map[seal.Leaf]string{}
	for _, meta := range []string{
		`{"actor":"A"}`, `{"actor":"B"}`, `{"actor":"A","x":null}`, `{"actor":"A","x":[]}`, `{"Actor":"A"}`, `{}`, ``, `null`, `[]`, `{"actor":"A"`,
		`{"actor":"A","actor":"B"}`, `{"actor":"B","actor":"A"}`, `{"actor":"A","x":{"recorded":"y"}}`, `{"actor":"A","x":{"recorded":"z"}}`,
		`{"actor":"A","x":{"$y":1}}`, `{"n":1e999}`, `{"n":2e999}`, "{\"actor\":\"\xff\"}", `{"recorded":"a","recorded":"b"}`,
	} {
		leaf := seal.LeafOf(sample(meta))
		if other, there := different[leaf]; there {
			t.Errorf("%s and %s have the same hash", meta, other)
		}
		different[leaf] = meta
	}
}

func FuzzEveryMetadataHasAHash(f *testing.F) {
	f.Add(`{"actor":"A","at":"2026-01-02T03:04:05Z","$x":[1,2.50,"\u00e9"]}`)
	f.Add(`{"recorded":`)
	f.Fuzz(func(t *testing.T, meta string) {
		if a, b := seal.LeafOf(sample(meta)), seal.LeafOf(sample(meta)); a != b || len(a.Metadata) != 64 {
			t.Errorf("%q: %+v and %+v", meta, a, b)
		}
		var m eventlog.Metadata
		if m.Parse(meta) == nil && !strings.Contains(meta, "recorded") && json.Valid([]byte(meta)) {
			_ = seal.LeafOf(sample(meta)).Hash()
		}
	})
}

func FuzzACheckpointOfAnotherIsNeverAccepted(f *testing.F) {
	key, err := seal.NewKey("modyard/test", [32]byte{7})
	if err != nil {
		f.Fatal(err)
	}
	signed, err := key.Sign(seal.Checkpoint{Origin: "modyard/test", Size: 12})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(signed)
	f.Add("modyard/test\n-1\nx\nrecorded y\n\n— modyard/test AAAA\n")
	f.Fuzz(func(t *testing.T, text string) {
		if c, err := key.Open(text); err == nil && c.Size != 12 {
			t.Errorf("%q was accepted as %+v", text, c)
		}
	})
}

func TestACheckpointIsReadAsItWasSigned(t *testing.T) {
	key, err := seal.NewKey("modyard/00000000-0000-4000-8000-000000000000", [32]byte{7})
	if err != nil {
		t.Fatal(err)
	}
	want := seal.Checkpoint{Origin: "modyard/00000000-0000-4000-8000-000000000000", Size: 12, Root: seal.LeafOf(sample(`{}`)).Hash(), Recorded: at(t, "2026-01-02T03:04:05.000006Z")}
	signed, err := key.Sign(want)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "checkpoint.txt", signed)
	if got, err := key.Open(signed); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	other, err := seal.NewKey("modyard/00000000-0000-4000-8000-000000000000", [32]byte{8})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"changed": strings.Replace(signed, "\n12\n", "\n13\n", 1), "cut off": signed[:len(signed)-8], "unsigned": want.Text(), "empty": "",
	} {
		if _, err := key.Open(text); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := other.Open(signed); err == nil {
		t.Error("accepted with another key")
	}
}

func TestAnEventHasTheSameLeafOnEveryEngine(t *testing.T) {
	w := newWorld(t)
	w.fill(20)
	other := &world{t: t, log: memory.New()}
	other.fill(20)
	for at := eventlog.Position(1); at <= 20; at++ {
		a, errA := w.log.Event(t.Context(), at)
		b, errB := other.log.Event(t.Context(), at)
		if errA != nil || errB != nil || seal.LeafOf(a) != seal.LeafOf(b) {
			t.Errorf("at %d: %+v and %+v (%v, %v)", at, seal.LeafOf(a), seal.LeafOf(b), errA, errB)
		}
	}
}
