package archive_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/archive/archivetest"
)

type file struct {
	name string
	body []byte
}

func pack(t testing.TB, files ...file) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		e, err := w.Create(f.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Write(f.body); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(data []byte, l archive.Limits) (*archive.Archive, error) {
	return archive.Open(context.Background(), bytes.NewReader(data), int64(len(data)), l)
}

func wantKind(t *testing.T, err error, kind archive.Kind) {
	t.Helper()
	var e *archive.Error
	if !errors.As(err, &e) || e.Kind != kind {
		t.Fatalf("want %v, got %v", kind, err)
	}
}

func TestASoundArchiveIsRead(t *testing.T) {
	a, err := open(pack(t, file{"assets/", nil}, file{"assets/a.txt", []byte("a")}, file{"b.txt", []byte("bb")}), archive.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(a.Names()) != "[assets/a.txt b.txt]" || !a.Has("b.txt") || a.Has("assets/") {
		t.Fatal(a.Names())
	}
	data, err := a.Read(t.Context(), "b.txt", 2)
	if err != nil || string(data) != "bb" {
		t.Fatal(data, err)
	}
	_, err = a.Read(t.Context(), "b.txt", 1)
	wantKind(t, err, archive.EntryTooLarge)
	_, err = a.Read(t.Context(), "c.txt", 1)
	wantKind(t, err, archive.Missing)
}

func TestHostileArchivesAreRejected(t *testing.T) {
	zeros := make([]byte, 1<<20)
	small := archive.Limits{Entries: 4, Unpacked: 1 << 20, Small: 1 << 10, Ratio: 20}
	lied := pack(t, file{"plugin.yml", []byte(strings.Repeat("name: x\n", 100))})
	binary.LittleEndian.PutUint32(lied[bytes.LastIndex(lied, []byte("PK\x01\x02"))+24:], 7)
	for name, c := range map[string]struct {
		data []byte
		kind archive.Kind
	}{
		"text":            {[]byte("hello"), archive.Broken},
		"nothing":         {nil, archive.Broken},
		"cut":             {pack(t, file{"a", []byte("a")})[:30], archive.Broken},
		"empty":           {pack(t), archive.Empty},
		"folders only":    {pack(t, file{"a/", nil}), archive.Empty},
		"way out":         {pack(t, file{"../a", nil}), archive.BadName},
		"hidden way out":  {pack(t, file{"a/../../b", nil}), archive.BadName},
		"backslash":       {pack(t, file{`..\a`, nil}), archive.BadName},
		"absolute":        {pack(t, file{"/etc/passwd", nil}), archive.BadName},
		"drive":           {pack(t, file{"C:/x", nil}), archive.BadName},
		"zero":            {pack(t, file{"a\x00b", nil}), archive.BadName},
		"long":            {pack(t, file{strings.Repeat("a", 5000), nil}), archive.BadName},
		"not UTF-8":       {pack(t, file{"\xc4\xe3\xba\xc3.txt", nil}), archive.BadEncoding},
		"two manifests":   {pack(t, file{"fabric.mod.json", nil}, file{"fabric.mod.json", nil}), archive.Duplicate},
		"many":            {pack(t, file{"a", nil}, file{"b", nil}, file{"c", nil}, file{"d", nil}, file{"e", nil}), archive.TooManyEntries},
		"bomb":            {pack(t, file{"a", zeros[:1<<19]}), archive.Bomb},
		"huge":            {pack(t, file{"a", zeros}, file{"b", zeros}), archive.TooLarge},
		"overlapping":     {overlapping(t), archive.Overlap},
		"password":        {flagged(t, 8, 1), archive.Encrypted},
		"unknown packing": {flagged(t, 10, 14), archive.Method},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := open(c.data, small)
			wantKind(t, err, c.kind)
		})
	}
	a, err := open(lied, archive.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.Read(t.Context(), "plugin.yml", 1<<20)
	wantKind(t, err, archive.BrokenEntry)
}

// overlapping is an archive with two names for the same bytes.
func overlapping(t testing.TB) []byte {
	b := pack(t, file{"a", []byte("same bytes")}, file{"b", []byte("same bytes")})
	second := bytes.LastIndex(b, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(b[second+42:], 0)
	return b
}

// flagged changes two bytes of the only directory entry: offset 8 is its flags, 10 its method.
func flagged(t testing.TB, at int, value uint16) []byte {
	b := pack(t, file{"a", []byte("a")})
	entry := bytes.LastIndex(b, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint16(b[entry+at:], value|binary.LittleEndian.Uint16(b[entry+at:])&0x0800)
	return b
}

// A directory that declares one entry but has a million must not be read into memory.
func TestADirectoryWithMoreEntriesThanDeclaredIsRejected(t *testing.T) {
	one := pack(t, file{"a", []byte("a")})
	entry := bytes.LastIndex(one, []byte("PK\x01\x02"))
	end := bytes.LastIndex(one, []byte("PK\x05\x06"))
	var b bytes.Buffer
	b.Write(one[:entry])
	for range 200_000 {
		b.Write(one[entry:end])
	}
	tail := bytes.Clone(one[end:])
	binary.LittleEndian.PutUint32(tail[12:], uint32(b.Len()-entry))
	b.Write(tail)
	before := testing.AllocsPerRun(1, func() {
		_, err := open(b.Bytes(), archive.Limits{Entries: 1000})
		wantKind(t, err, archive.TooManyEntries)
	})
	if before > 20_000 {
		t.Fatalf("%v allocations for a directory of at most 1000", before)
	}
}

func TestNestedArchivesAreReadWithinLimits(t *testing.T) {
	deep := pack(t, file{"x.txt", []byte("x")})
	for range 6 {
		deep = pack(t, file{"inner.jar", deep})
	}
	a, err := open(deep, archive.Limits{Depth: 3})
	if err != nil {
		t.Fatal(err)
	}
	wantKind(t, a.Nested(t.Context(), func(string, *archive.Archive) {}), archive.TooDeep)

	a, err = open(pack(t, file{"META-INF/jars/a.jar", archivetest.Bomb(t, 80)}), archive.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	wantKind(t, a.Nested(t.Context(), func(string, *archive.Archive) {}), archive.Bomb)

	seen := ""
	good := pack(t, file{"fabric.mod.json", []byte("{}")})
	a, err = open(pack(t, file{"a.jar", good}, file{"b.jar", []byte("no archive")}, file{"c.zip", pack(t, file{"d.jar", good})}), archive.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Nested(t.Context(), func(name string, _ *archive.Archive) { seen += name + " " }); err != nil || seen != "a.jar c.zip d.jar " {
		t.Fatal(seen, err)
	}
}

func TestACancelledContextStopsTheRead(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	data := pack(t, file{"a", []byte("a")})
	if _, err := archive.Open(ctx, bytes.NewReader(data), int64(len(data)), archive.Limits{}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	a, err := open(data, archive.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Read(ctx, "a", 10); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errors.New("disk on fire") }

func TestAFailingReaderIsNotABrokenArchive(t *testing.T) {
	var e *archive.Error
	if _, err := archive.Open(t.Context(), failing{}, 1000, archive.Limits{}); err == nil || errors.As(err, &e) {
		t.Fatal(err)
	}
}

func FuzzInspect(f *testing.F) {
	f.Add(pack(f, file{"fabric.mod.json", []byte("{}")}, file{"a.jar", pack(f, file{"b", []byte("b")})}))
	f.Add(overlapping(f))
	f.Add(flagged(f, 8, 1))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := open(data, archive.Limits{Entries: 100, Unpacked: 1 << 20, Read: 1 << 20, Nested: 1 << 18})
		if err != nil {
			var e *archive.Error
			if !errors.As(err, &e) {
				t.Fatalf("not an *Error: %v", err)
			}
			return
		}
		for _, name := range a.Names() {
			if strings.Contains("/"+name+"/", "/../") || strings.HasPrefix(name, "/") {
				t.Fatalf("a way out: %q", name)
			}
			if body, err := a.Read(t.Context(), name, 1000); err == nil && len(body) > 1000 {
				t.Fatal("more than allowed")
			}
		}
		_ = a.Nested(t.Context(), func(string, *archive.Archive) {})
	})
}
