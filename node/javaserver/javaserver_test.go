package javaserver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestALineOfAManifestHasAtMost72Bytes(t *testing.T) {
	t.Parallel()
	long := "Class-Path: " + strings.Repeat("libraries/a.jar ", 40)
	lines := strings.Split(strings.TrimSuffix(folded(long), "\r\n"), "\r\n")
	whole := lines[0]
	for i, line := range lines {
		if len(line) > 72 || i > 0 && line[0] != ' ' {
			t.Errorf("line %d is %q", i, line)
		}
		if i > 0 {
			whole += line[1:]
		}
	}
	if whole != long {
		t.Errorf("%q", whole)
	}
}

func TestAJavaIsKnownByItsReleaseFileAndItsProgram(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "release"), []byte("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"21.0.8\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := majorOf(home); got != 0 {
		t.Errorf("%d without a program", got)
	}
	if err := os.MkdirAll(filepath.Join(home, "bin"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "bin", "java"), nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if got := majorOf(home); got != 21 {
		t.Errorf("%d", got)
	}
}
