package sealed_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/keyfile"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/sealed"
)

const (
	one = "ServOne1"
	two = "ServTwo2"
)

func hash(n int) string { return strings.Repeat(string(rune('a'+n)), 64) }

func newStore(t *testing.T) (*sealed.Store, *blobs.Store, func(keyfile.Keys) *sealed.Store) {
	t.Helper()
	db := pgtest.Database(t)
	b, err := blobs.Open(t.Context(), "mem://", "https://site.example")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	with := func(k keyfile.Keys) *sealed.Store {
		s, err := sealed.New(db.Pool, b, k)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	var keys keyfile.Keys
	_, _ = rand.Read(keys.Wrapping[:])
	return with(keys), b, with
}

func TestAContentIsKeptEncryptedAndReadBack(t *testing.T) {
	s, b, with := newStore(t)
	ctx := t.Context()
	secret := []byte("rcon.password=horse staple\n")
	for range 2 { // the node may send it again
		if err := s.Put(ctx, one, hash(0), secret); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Get(ctx, one, hash(0)); err != nil || !bytes.Equal(got, secret) {
		t.Errorf("%q %v", got, err)
	}
	if err := s.Put(ctx, one, hash(1), nil); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get(ctx, one, hash(1)); err != nil || got == nil || len(got) != 0 {
		t.Errorf("an empty file: %v %v", got, err)
	}
	r, err := b.Open(ctx, "private/configurations/"+one+"/"+hash(0))
	if err != nil {
		t.Fatal(err)
	}
	box, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil || bytes.Contains(box, []byte("horse")) {
		t.Errorf("%q %v", box, err)
	}
	for name, get := range map[string]func() error{
		"of another server": func() error { _, err := s.Get(ctx, two, hash(0)); return err },
		"that never came":   func() error { _, err := s.Get(ctx, one, hash(5)); return err },
	} {
		if err := get(); !errors.Is(err, sealed.ErrMissing) {
			t.Errorf("a content %s: %v", name, err)
		}
	}
	var other keyfile.Keys
	if _, err := with(other).Get(ctx, one, hash(0)); !errors.Is(err, sealed.ErrForeign) {
		t.Errorf("with another keys file: %v", err)
	}
	// A content under the name of another one is not shown as that one.
	if err := b.Copy(ctx, "private/configurations/"+one+"/"+hash(1), "private/configurations/"+one+"/"+hash(0)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(ctx, one, hash(1)); !errors.Is(err, sealed.ErrForeign) {
		t.Errorf("under another name: %v", err)
	}
	if err := s.Put(ctx, one, hash(2), make([]byte, sealed.MaxContent+1)); !errors.Is(err, sealed.ErrTooLarge) {
		t.Errorf("a large one: %v", err)
	}
}

func TestTheOldestContentsOfAServerGoAndOthersStay(t *testing.T) {
	s, b, _ := newStore(t)
	ctx := t.Context()
	s = s.Bounded(250)
	if err := s.Put(ctx, two, hash(0), make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		if err := s.Put(ctx, one, hash(n), make([]byte, 100)); err != nil {
			t.Fatal(err)
		}
	}
	for n, want := range []bool{false, false, true, true} {
		if _, err := s.Get(ctx, one, hash(n)); (err == nil) != want {
			t.Errorf("content %d: %v", n, err)
		}
		if there, err := b.Exists(ctx, "private/configurations/"+one+"/"+hash(n)); err != nil || there != want {
			t.Errorf("the bytes of content %d: %v %v", n, there, err)
		}
	}
	if err := s.Put(ctx, one, hash(4), make([]byte, 400)); err != nil { // larger than the bound: it is the only one
		t.Fatal(err)
	}
	if _, err := s.Get(ctx, one, hash(4)); err != nil {
		t.Error(err)
	}
	if err := s.Drop(ctx, one); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(ctx, one, hash(4)); !errors.Is(err, sealed.ErrMissing) {
		t.Errorf("after the server is gone: %v", err)
	}
	if _, err := s.Get(ctx, two, hash(0)); err != nil {
		t.Errorf("that of another server: %v", err)
	}
}
