package packfile_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/packfile"
	"github.com/modyard/modyard/platform/packfile/packfiletest"
	"github.com/modyard/modyard/platform/pgtest"
)

// clock is a time that a test moves.
type clock struct{ now time.Time }

func newStore(t *testing.T) (*packfile.Store, *clock) {
	t.Helper()
	c := &clock{time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)}
	return packfile.NewStore(pgtest.Database(t).Pool, func() time.Time { return c.now }), c
}

func opens(data []byte) func(context.Context) (io.ReaderAt, int64, error) {
	return func(context.Context) (io.ReaderAt, int64, error) { return bytes.NewReader(data), int64(len(data)), nil }
}

func TestAPackIsReadOnceHoweverManyAsk(t *testing.T) {
	store, _ := newStore(t)
	data := packfiletest.Pack(t, packfiletest.Index(t, listed("mods/ferry.jar", "ferry", "https://cdn.example/ferry.jar")),
		entry("overrides/mods/quay.jar", "quay"), entry("overrides/a.txt", ""))
	want := read(t, data)
	var reads atomic.Int32
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			got, err := store.Contents(t.Context(), "pack1", func(ctx context.Context) (io.ReaderAt, int64, error) {
				reads.Add(1)
				return opens(data)(ctx)
			})
			if err != nil || len(got.Files) != len(want.Files) || got.Skipped.Total != 1 {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
	all.Wait()
	if reads.Load() != 1 {
		t.Errorf("it was read %d times", reads.Load())
	}
	kept, found, err := store.Known(t.Context(), "pack1")
	if err != nil || !found || !reflect.DeepEqual(kept.Files, want.Files) || !slices.Equal(kept.Skipped.First, want.Skipped.First) {
		t.Errorf("%+v, %v, %v, want %+v", kept, found, err, want)
	}
}

func TestADefectIsKeptAndAFailureIsNot(t *testing.T) {
	store, _ := newStore(t)
	failure := errors.New("the store of files is away")
	if _, err := store.Contents(t.Context(), "pack1", func(context.Context) (io.ReaderAt, int64, error) { return nil, 0, failure }); !errors.Is(err, failure) {
		t.Error(err)
	}
	if _, found, err := store.Known(t.Context(), "pack1"); found || err != nil {
		t.Errorf("a failure is kept: %v", err)
	}
	if c, err := store.Contents(t.Context(), "pack1", opens([]byte("no archive"))); err != nil || c.Problem == "" {
		t.Errorf("%+v, %v", c, err)
	}
	if c, found, err := store.Known(t.Context(), "pack1"); !found || err != nil || c.Problem == "" {
		t.Errorf("%+v, %v, %v", c, found, err)
	}
}

func TestAFileIsFoundByEachDigestAndAForgedOneFindsBoth(t *testing.T) {
	store, _ := newStore(t)
	forged := `{"dependencies":{},"files":[{"path":"mods/evil.jar","hashes":{"sha1":"` + packfiletest.SHA1("quay") + `","sha512":"` + packfiletest.SHA512("evil") + `"}}]}`
	for name, data := range map[string][]byte{
		"one": packfiletest.Pack(t, packfiletest.Index(t), entry("overrides/mods/quay.jar", "quay"), entry("overrides/mods/ferry.jar", "ferry")),
		"two": packfiletest.Pack(t, entry("modrinth.index.json", forged)),
	} {
		if _, err := store.Contents(t.Context(), name, opens(data)); err != nil {
			t.Fatal(err)
		}
	}
	for digest, want := range map[string]int{
		packfiletest.SHA1("quay"): 2, packfiletest.SHA512("quay"): 1, packfiletest.SHA512("evil"): 1, packfiletest.SHA1("ferry"): 1, packfiletest.SHA1("none"): 0,
	} {
		if found, err := store.Find(t.Context(), []string{digest}); err != nil || len(found) != want {
			t.Errorf("%s finds %+v, %v, want %d", digest, found, err, want)
		}
	}
}

// asked is a service that answers from a list, and counts its questions.
type asked struct {
	knows     map[uint32]packfile.Identity
	questions []int
	fails     error
}

func (a *asked) Identify(_ context.Context, prints []uint32) (map[uint32]packfile.Identity, error) {
	a.questions = append(a.questions, len(prints))
	return a.knows, a.fails
}

func TestAnswersAreKeptUntilTheyAreOld(t *testing.T) {
	store, clock := newStore(t)
	files := read(t, packfiletest.Pack(t, packfiletest.Index(t, listed("mods/a.jar", "a", "")),
		entry("overrides/mods/jei.jar", "jei"), entry("overrides/mods/own.jar", "own"), entry("overrides/mods/forged.jar", "forged"))).Files
	print := func(body string) uint32 { return packfile.Fingerprint([]byte(body)) }
	service := &asked{knows: map[uint32]packfile.Identity{
		print("jei"):    {Flame: 238222, Title: "JEI", URL: "https://flame.example/jei", SHA1: packfiletest.SHA1("jei")},
		print("forged"): {Flame: 1, Title: "Other", SHA1: packfiletest.SHA1("other")},
	}}
	want := map[string]packfile.Identity{packfiletest.SHA512("jei"): service.knows[print("jei")]}
	ask := func(service packfile.Identifier, questions ...int) {
		t.Helper()
		got, err := store.Identities(t.Context(), service, files)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
		if a, ok := service.(*asked); ok && !slices.Equal(a.questions, questions) {
			t.Errorf("questions of %v, want %v", a.questions, questions)
		}
	}
	ask(service, 3)
	ask(service, 3)
	clock.now = clock.now.Add(25 * time.Hour)
	ask(service, 3, 1) // own.jar may be published by now
	ask(nil)
	service.fails = errors.New("away")
	clock.now = clock.now.Add(31 * 24 * time.Hour)
	if got, err := store.Identities(t.Context(), service, files); err == nil || !reflect.DeepEqual(got, want) {
		t.Errorf("a service that fails: %+v, %v, want what was kept and its error", got, err)
	}
}
