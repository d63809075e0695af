package erasure

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/keyfile"
	"github.com/modyard/modyard/platform/pgtest"
)

func siteKeys(t *testing.T) keyfile.Keys {
	t.Helper()
	keys, err := keyfile.Make(filepath.Join(t.TempDir(), keyfile.Name))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func process(t *testing.T, db *database.DB, keys keyfile.Keys) *Vault {
	t.Helper()
	v, err := New(db.Pool, keys)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestConcurrentProcessesGetTheSameKey(t *testing.T) {
	db, keys := pgtest.Database(t), siteKeys(t)
	reader := process(t, db, keys)
	var all sync.WaitGroup
	for range 16 {
		v := process(t, db, keys)
		all.Go(func() {
			id := eventlog.NewEventID()
			_, back := written(t, v, stream, id, full())
			if got, err := opened(t, reader, stream, id, back); err != nil || got.Body.Text != full().Body.Text {
				t.Errorf("%+v %v", got.Body, err)
			}
		})
	}
	all.Wait()
}

func TestAnErasureIsEffectiveAtOnceInEveryProcess(t *testing.T) {
	db, keys := pgtest.Database(t), siteKeys(t)
	one, two := process(t, db, keys), process(t, db, keys)
	id := eventlog.NewEventID()
	_, back := written(t, one, stream, id, full())
	if got, err := opened(t, two, stream, id, back); err != nil || got.Body.Gone {
		t.Fatalf("%+v %v", got, err)
	}
	if err := one.Erase(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	if got, err := opened(t, two, stream, id, back); err != nil || !got.Body.Gone || got.Notes[1].Gone {
		t.Fatalf("%+v %v", got, err)
	}
	if _, late := written(t, two, stream, eventlog.NewEventID(), sample{Body: erasable.Of(ann, "late")}); !late.Body.Gone {
		t.Fatalf("%+v", late)
	}
	var kept int
	if err := db.Pool.QueryRow(t.Context(), `SELECT count(*) FROM erasure.keys WHERE subject = $1 AND wrapped IS NOT NULL`, ann).Scan(&kept); err != nil || kept != 0 {
		t.Fatal(kept, err)
	}
}

func TestAWrappedKeyCannotBeUnwrappedInAnotherRowOrWithAnotherFile(t *testing.T) {
	db, keys := pgtest.Database(t), siteKeys(t)
	v, id := process(t, db, keys), eventlog.NewEventID()
	_, back := written(t, v, stream, id, full())
	if _, err := opened(t, process(t, db, siteKeys(t)), stream, id, back); err == nil {
		t.Error("the keys were unwrapped with another file")
	}
	if _, err := db.Pool.Exec(t.Context(), `UPDATE erasure.keys a SET wrapped = b.wrapped FROM erasure.keys b WHERE a.subject = $1 AND b.subject = $2`, ann, bob); err != nil {
		t.Fatal(err)
	}
	if _, err := opened(t, v, stream, id, back); err == nil {
		t.Error("a key that was moved to another subject was unwrapped")
	}
}

func TestADatabaseIsBoundToItsKeysFile(t *testing.T) {
	db, dir := pgtest.Database(t), t.TempDir()
	path := filepath.Join(dir, keyfile.Name)
	made, err := Keys(t.Context(), db.Pool, path, false)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Keys(t.Context(), db.Pool, path, true); err != nil || again != made {
		t.Fatal(err)
	}
	stranger := filepath.Join(dir, "other.json")
	if _, err := keyfile.Make(stranger); err != nil {
		t.Fatal(err)
	}
	if _, err := Keys(t.Context(), db.Pool, stranger, true); !errors.Is(err, ErrMisfit) || !strings.Contains(err.Error(), stranger) {
		t.Fatal(err)
	}
	for _, named := range []bool{false, true} {
		lost := filepath.Join(dir, "lost.json")
		if _, err := Keys(t.Context(), db.Pool, lost, named); err == nil || !strings.Contains(err.Error(), lost) {
			t.Fatal(err)
		}
		if _, err := os.Stat(lost); !errors.Is(err, fs.ErrNotExist) {
			t.Fatal("a file was made instead of a lost one")
		}
	}
}

func TestANamedFileIsCreatedOnlyForANewSite(t *testing.T) {
	db, dir := pgtest.Database(t), t.TempDir()
	if _, err := db.Pool.Exec(t.Context(), `INSERT INTO identity.accounts (id, username, username_key) VALUES ('UserAnn1', 'ann', 'ann')`); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "mistyped.json")
	if _, err := Keys(t.Context(), db.Pool, path, true); err == nil || !strings.Contains(err.Error(), "MODYARD_KEYS_FILE") {
		t.Fatal(err)
	}
	if _, err := db.Pool.Exec(t.Context(), `DELETE FROM identity.accounts`); err != nil {
		t.Fatal(err)
	}
	if _, err := Keys(t.Context(), db.Pool, path, true); err != nil {
		t.Fatal(err)
	}
}
