package postgres_test

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTheProgramHasALoginThatCannotBecomeTheOwner(t *testing.T) {
	dir := t.TempDir()
	s := start(t, dir)
	before := s.Logins().App
	if err := tryExec(before, `SELECT 1`); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{`SET ROLE modyard`, `ALTER ROLE modyard_app SUPERUSER`, `CREATE ROLE another`, `CREATE DATABASE another`} {
		if err := tryExec(before, sql); err == nil {
			t.Errorf("%s is allowed", sql)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// If the password is lost, the next start creates another one and sets it in the server.
	if err := os.Remove(filepath.Join(dir, "pg", "password.app")); err != nil {
		t.Fatal(err)
	}
	s = start(t, dir)
	if after := s.Logins().App; after == before {
		t.Error("the password has not changed")
	} else if err := tryExec(after, `SELECT 1`); err != nil {
		t.Errorf("with the new password: %v", err)
	}
}
