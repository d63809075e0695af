package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/eventlog/codec"
)

type renamed struct {
	Title string   `json:"title"`
	Tags  []string `json:"tags,omitempty"`
}

type closed struct {
	Why *string `json:"why,omitempty"`
}

func fixture(t *testing.T) *codec.Codec {
	t.Helper()
	c, err := codec.New(map[string]any{"thing.renamed.v3": renamed{}}, map[string]any{"thing.closed.v1": closed{}})
	if err != nil {
		t.Fatal(err)
	}
	c, err = c.WithUpcaster("thing.renamed.v2", "thing.renamed.v3", func(b []byte) ([]byte, error) {
		return bytes.Replace(b, []byte(`"name"`), []byte(`"title"`), 1), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err = c.WithUpcaster("thing.renamed.v1", "thing.renamed.v2", func(b []byte) ([]byte, error) {
		return fmt.Appendf(nil, `{"name":%s}`, b), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAPayloadIsUnchangedAfterJSON(t *testing.T) {
	c := fixture(t)
	for _, payload := range []any{renamed{Title: "钠 <b>&"}, &renamed{Title: "x", Tags: []string{"a"}}} {
		typ, data, err := c.Encode(payload)
		if err != nil {
			t.Fatal(err)
		}
		back, err := c.Decode(typ, data)
		if err != nil {
			t.Fatal(err)
		}
		if want := reflect.Indirect(reflect.ValueOf(payload)).Interface(); typ != "thing.renamed.v3" || !reflect.DeepEqual(back, want) {
			t.Errorf("%v became %s %v", want, typ, back)
		}
		if bytes.Contains(data, []byte(`\u003c`)) {
			t.Errorf("text was escaped as if it were HTML: %s", data)
		}
	}
}

func TestOldVersionsAreDecodedAsTheNewestVersion(t *testing.T) {
	c := fixture(t)
	for typ, data := range map[string]string{
		"thing.renamed.v1": `"钠"`, "thing.renamed.v2": `{"name":"钠"}`, "thing.renamed.v3": `{"title":"钠","later":1}`,
	} {
		got, err := c.Decode(typ, []byte(data))
		if err != nil || !reflect.DeepEqual(got, renamed{Title: "钠"}) {
			t.Errorf("%s reads as %v, %v", typ, got, err)
		}
	}
}

func TestTheErrorForAnUnknownTypeNamesIt(t *testing.T) {
	c := fixture(t)
	if _, err := c.Decode("thing.gone.v1", []byte(`{}`)); !errors.Is(err, codec.ErrUnknownType) {
		t.Errorf("decode: %v", err)
	}
	for _, payload := range []any{struct{}{}, 7, nil, (*renamed)(nil)} {
		if _, _, err := c.Encode(payload); !errors.Is(err, codec.ErrUnknownType) {
			t.Errorf("encode %T: %v", payload, err)
		}
	}
	if _, err := c.Decode("thing.renamed.v3", []byte(`{"title":`)); err == nil || errors.Is(err, codec.ErrUnknownType) {
		t.Errorf("broken JSON: %v", err)
	}
}

func TestAmbiguousRegistrationsAreRejected(t *testing.T) {
	for what, types := range map[string][]map[string]any{
		"a name twice": {{"a.b.v1": renamed{}}, {"a.b.v1": closed{}}},
		"a type twice": {{"a.b.v1": renamed{}, "a.c.v1": renamed{}}},
		"a bad name":   {{"A.b": renamed{}}},
		"no struct":    {{"a.b.v1": "text"}},
		"no type":      {{"a.b.v1": nil}},
	} {
		if _, err := codec.New(types...); err == nil {
			t.Errorf("%s was accepted", what)
		}
	}
	c := fixture(t)
	for _, pair := range [][2]string{
		{"thing.renamed.v3", "thing.closed.v1"}, {"thing.renamed.v1", "thing.renamed.v3"}, {"thing.new.v1", "thing.gone.v1"}, {"x", "thing.closed.v1"},
	} {
		if _, err := c.WithUpcaster(pair[0], pair[1], func(b []byte) ([]byte, error) { return b, nil }); err == nil {
			t.Errorf("upcaster %v was accepted", pair)
		}
	}
}

// recorder records the failures of a test.
type recorder struct{ failures []string }

func (r *recorder) Helper()                   {}
func (r *recorder) Errorf(f string, a ...any) { r.failures = append(r.failures, fmt.Sprintf(f, a...)) }
func (r *recorder) Fatalf(f string, a ...any) { r.Errorf(f, a...) }

func TestGoldenFilesDetectTypesThatCanNoLongerBeDecoded(t *testing.T) {
	c, dir := fixture(t), t.TempDir()
	golden := func() string {
		var r recorder
		codec.Golden(&r, c, dir)
		return strings.Join(r.failures, "\n")
	}
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := golden(); !strings.Contains(got, "thing.closed.v1") {
		t.Errorf("missing files were not detected: %s", got)
	}
	t.Setenv("UPDATE_GOLDEN", "1")
	golden()
	t.Setenv("UPDATE_GOLDEN", "")
	put("thing.renamed.v1.json", `"x"`)
	put("thing.renamed.v1.upcast.json", `{"title":"x"}`)
	put("thing.renamed.v2.json", `{"name":"x"}`)
	put("thing.renamed.v2.upcast.json", `{"title":"x"}`)
	if got := golden(); got != "" {
		t.Fatalf("a complete set fails: %s", got)
	}
	put("thing.gone.v1.json", `{}`)
	if got := golden(); !strings.Contains(got, "thing.gone.v1") {
		t.Errorf("a removed type was not detected: %s", got)
	}
	put("thing.closed.v1.json", `{"reason":"renamed field"}`)
	if got := golden(); !strings.Contains(got, "reads differently") {
		t.Errorf("a dropped field was not detected: %s", got)
	}
}
