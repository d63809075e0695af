package filecheck_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/filecheck"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/archive/archivetest"
)

func zipOf(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, body := range files {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = f.Write([]byte(body))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// wrongSize is an archive whose directory gives a wrong size for its metadata.
func wrongSize(t *testing.T) []byte {
	b := zipOf(t, map[string]string{"plugin.yml": strings.Repeat("name: x\n", 100)})
	at := bytes.LastIndex(b, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(b[at+24:], 7)
	return b
}

func discard(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

func look(t testing.TB, name string, body []byte) (filecheck.Facts, error) {
	t.Helper()
	return filecheck.NewInspector(t.TempDir()).Read(t.Context(), name, bytes.NewReader(body), discard)
}

func found(t testing.TB, name string, body []byte) filecheck.Facts {
	t.Helper()
	f, err := look(t, name, body)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestHarmfulAndUnreadableArchivesAreRejected(t *testing.T) {
	jar := zipOf(t, map[string]string{"fabric.mod.json": `{"id":"a"}`})
	for name, c := range map[string]struct {
		file string
		body []byte
		say  string
	}{
		"no archive":       {"a.jar", []byte("PK but not really"), "不是有效的压缩包"},
		"cut archive":      {"a.jar", jar[:40], "不是有效的压缩包"},
		"way out":          {"a.jar", zipOf(t, map[string]string{"../evil.txt": "x"}), "不安全的路径"},
		"way out, Windows": {"a.mrpack", zipOf(t, map[string]string{`..\evil.txt`: "x"}), "不安全的路径"},
		"absolute":         {"a.litemod", zipOf(t, map[string]string{"/etc/passwd": "x"}), "不安全的路径"},
		"drive":            {"a.zip", zipOf(t, map[string]string{"C:/evil": "x"}), "不安全的路径"},
		"empty archive":    {"a.zip", zipOf(t, nil), "压缩包是空的"},
		"bomb":             {"a.zip", archivetest.Bomb(t, 100), "压缩炸弹"},
		"lying directory":  {"a.jar", wrongSize(t), "plugin.yml"},
		"huge metadata":    {"a.jar", zipOf(t, map[string]string{"fabric.mod.json": strings.Repeat(" ", 2<<20)}), "fabric.mod.json"},
	} {
		_, err := look(t, c.file, c.body)
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.KindInvalid || f.Field != "file_parts" || !strings.Contains(f.Error(), c.say) {
			t.Errorf("%s: %v", name, err)
		}
		if facts, err := look(t, "a.exe", c.body); err != nil || !reflect.DeepEqual(facts, filecheck.Facts{}) {
			t.Errorf("%s without the extension of an archive: %v %v", name, facts, err)
		}
	}
}

func TestAFileIsReadOnceAndItsTemporaryCopyIsDeleted(t *testing.T) {
	dir, body := t.TempDir(), zipOf(t, map[string]string{"plugin.yml": "name: x"})
	inspector := filecheck.NewInspector(dir)
	var stored bytes.Buffer
	store := func(r io.Reader) error {
		_, err := stored.ReadFrom(r)
		return err
	}
	if _, err := inspector.Read(t.Context(), "a.jar", bytes.NewReader(body), store); err != nil || !bytes.Equal(stored.Bytes(), body) {
		t.Fatalf("%d of %d bytes: %v", stored.Len(), len(body), err)
	}
	failed := errors.New("the disk is full")
	if _, err := inspector.Read(t.Context(), "a.jar", bytes.NewReader(body), func(io.Reader) error { return failed }); !errors.Is(err, failed) {
		t.Error(err)
	}
	if _, err := inspector.Read(t.Context(), "a.jar", bytes.NewReader(body[:40]), discard); err == nil {
		t.Error("a broken archive was accepted")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v were not deleted: %v", left, err)
	}
}

func TestACancelledUploadLeavesTheQueue(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := filecheck.NewInspector(t.TempDir()).Read(ctx, "a.jar", bytes.NewReader(zipOf(t, map[string]string{"a": "b"})), discard)
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestFactsAreUnchangedAfterStorage(t *testing.T) {
	inner := zipOf(t, map[string]string{"fabric.mod.json": `{"id":"packed"}`})
	f := found(t, "a.jar", zipOf(t, map[string]string{
		"fabric.mod.json":           `{"id":"a","version":"1","depends":{"minecraft":"~1.20.1","packed":"*","other":"*"}}`,
		"META-INF/jars/inner.jar":   string(inner),
		"assets/a/lang/en_us.json":  "{}",
		"META-INF/versions/A.class": "x",
	}))
	if !f.Archive || !f.Assets || !f.Language || !f.Classes || f.Data || !slices.Equal(f.Embedded, []string{"packed"}) {
		t.Errorf("%+v", f)
	}
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var kept filecheck.Facts
	if err := json.Unmarshal(data, &kept); err != nil || !reflect.DeepEqual(kept, f) {
		t.Errorf("%+v\n%+v %v", kept, f, err)
	}
}
