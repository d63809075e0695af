package archive_test

import (
	"context"
	"crypto/sha256"
	"hash/crc32"
	"testing"

	"github.com/modyard/modyard/platform/archive"
)

func TestTheEntriesOfAnArchiveAreListedSummedAndOpened(t *testing.T) {
	ctx := context.Background()
	inner := pack(t, file{"deep.txt", []byte("deep")})
	a, err := open(pack(t, file{"a.txt", []byte("first")}, file{"b.jar", inner}, file{"c.jar", []byte("none")}), archive.Limits{Depth: 1})
	if err != nil {
		t.Fatal(err)
	}
	entries := a.Entries()
	if len(entries) != 3 || entries[0].Name != "a.txt" || entries[0].Size != 5 || entries[0].CRC != crc32.ChecksumIEEE([]byte("first")) {
		t.Errorf("the entries are %+v", entries)
	}
	if sum, err := a.Sum(ctx, "a.txt"); err != nil || sum != sha256.Sum256([]byte("first")) {
		t.Errorf("the sum is %x, %v", sum, err)
	}
	nested, err := a.Inner(ctx, "b.jar")
	if err != nil || !nested.Has("deep.txt") {
		t.Fatalf("the nested archive is not open: %v", err)
	}
	_, deeper := nested.Inner(ctx, "deep.txt")
	_, none := a.Inner(ctx, "c.jar")
	_, missing := a.Sum(ctx, "d.txt")
	for what, err := range map[archive.Kind]error{archive.TooDeep: deeper, archive.Broken: none, archive.Missing: missing} {
		wantKind(t, err, what)
	}
}

func TestSumsCountAgainstWhatMayBeRead(t *testing.T) {
	a, err := open(pack(t, file{"a", make([]byte, 600)}, file{"b", make([]byte, 600)}), archive.Limits{Read: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Sum(context.Background(), "a"); err != nil {
		t.Fatal(err)
	}
	_, err = a.Sum(context.Background(), "b")
	wantKind(t, err, archive.TooMuch)
}
