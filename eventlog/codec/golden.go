package codec

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
)

// TB are the methods of *testing.T that Golden uses.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// upcastSuffix marks the file with the upcast form of an old version.
const upcastSuffix = ".upcast.json"

// Golden checks that every event type ever stored can still be decoded. The folder contains one file <type>.json for
// each type, and for a type with an upcaster also <type>.upcast.json with its form in the newest version. A file is
// never changed after events of its type were stored; a file without a type means that events in the log can no longer
// be decoded. With UPDATE_GOLDEN=1 in the environment, missing files of registered types are written with all fields
// set.
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

// checkOrphans finds files whose type no longer exists.
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
