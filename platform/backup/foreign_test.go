package backup_test

import (
	"path/filepath"
	"testing"

	"github.com/modyard/modyard/platform/backup"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestABackupBesideTablesOfOthersCanBeRestored(t *testing.T) {
	s := newSite(t)
	exec(t, s.db.OwnerURL, `CREATE SCHEMA monitoring; CREATE TABLE monitoring.samples (n bigint GENERATED ALWAYS AS IDENTITY, at timestamptz);
		INSERT INTO monitoring.samples (at) VALUES (now())`)
	to := backup.Target{DataDir: filepath.Join(t.TempDir(), "new"), DatabaseURL: pgtest.Empty(t)}
	if _, err := backup.Restore(t.Context(), s.made(t), to, nil); err != nil {
		t.Fatal(err)
	}
	if a, b := text(t, s.db.OwnerURL, digestAccounts), text(t, to.DatabaseURL, digestAccounts); a != b || a == "" {
		t.Errorf("%s\nand restored:\n%s", a, b)
	}
	if there := text(t, to.DatabaseURL, `SELECT (to_regclass('monitoring.samples') IS NOT NULL)::text`); there != "false" {
		t.Error("the tables of others were restored")
	}
}
