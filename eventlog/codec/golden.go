package codec

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
)

// TB is what Golden needs of a *testing.T.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// upcastSuffix marks the file with what an old version is read as.
const upcastSuffix = ".upcast.json"

// Golden checks that every event type ever written can still be read. The folder holds one file
// <type>.json for each type, and for a type with an upcaster also <type>.upcast.json with what the
// newest version makes of it. A file is never changed once events of its type were written; a
// file without a type means that events in the log can no longer be read. With UPDATE_GOLDEN=1 in the
// environment, missing files of registered types are written with every field filled in.
func Golden(t TB, c *Codec, dir string) {
	t.Helper()
	update := os.Getenv("UPDATE_GOLDEN") == "1"
	for _, typ := range c.Types() {
		file := filepath.Join(dir, typ+".json")
		stored, err := os.ReadFile(file)
		if os.IsNotExist(err) && update && c.byName[typ] != nil {
			stored, err = writeSample(c, typ, file)
		}
		if err != nil {
			t.Errorf("golden file of %s: %v (UPDATE_GOLDEN=1 writes missing files)", typ, err)
			continue
		}
		checkGolden(t, c, typ, stored, file)
	}
	checkOrphans(t, c, dir)
}

func checkGolden(t TB, c *Codec, typ string, stored []byte, file string) {
	t.Helper()
	payload, err := c.Decode(typ, stored)
	if err != nil {
		t.Errorf("read %s: %v", file, err)
		return
	}
	_, again, err := c.Encode(payload)
	if err != nil {
		t.Errorf("write %s again: %v", typ, err)
		return
	}
	want := stored
	if _, old := c.upcasters[typ]; old {
		file = strings.TrimSuffix(file, ".json") + upcastSuffix
		if want, err = os.ReadFile(file); err != nil {
			t.Errorf("golden file of the upcast of %s: %v; it reads now as\n%s", typ, err, again)
			return
		}
	}
	if !sameJSON(want, again) {
		t.Errorf("%s reads differently now:\n%s\nwas\n%s", file, again, want)
	}
}

// checkOrphans finds files whose type is gone.
func checkOrphans(t TB, c *Codec, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatalf("golden files: %v", err)
	}
	for _, entry := range entries {
		name := strings.TrimSuffix(entry.Name(), upcastSuffix)
		if name = strings.TrimSuffix(name, ".json"); !c.reads(name) {
			t.Errorf("%s: no Go type and no upcaster reads %s", entry.Name(), name)
		}
	}
}

func writeSample(c *Codec, typ, file string) ([]byte, error) {
	p := reflect.New(c.byName[typ])
	fill(p.Elem(), typ)
	data, err := marshal(p.Interface())
	if err != nil {
		return nil, err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, data, "", "  "); err != nil {
		return nil, err
	}
	pretty.WriteByte('\n')
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	return data, os.WriteFile(file, pretty.Bytes(), 0o644)
}

func sameJSON(a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}
