package pgtest_test

import (
	"testing"

	"github.com/modyard/modyard/platform/pgtest"
)

func TestEachTestHasItsOwnDatabase(t *testing.T) {
	a, b := pgtest.Database(t), pgtest.Database(t)
	if _, err := a.Pool.Exec(t.Context(), "CREATE SCHEMA only_here"); err != nil {
		t.Fatal(err)
	}
	var there bool
	if err := b.Pool.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'only_here')").Scan(&there); err != nil {
		t.Fatal(err)
	}
	if there {
		t.Fatal("one test sees the schema of another")
	}
}

func TestADatabaseIsDroppedAfterItsTest(t *testing.T) {
	var name string
	t.Run("inner", func(t *testing.T) {
		if err := pgtest.Database(t).Pool.QueryRow(t.Context(), "SELECT current_database()::text").Scan(&name); err != nil {
			t.Fatal(err)
		}
	})
	var there bool
	if err := pgtest.Database(t).Pool.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&there); err != nil {
		t.Fatal(err)
	}
	if there {
		t.Fatalf("%s is still there", name)
	}
}
