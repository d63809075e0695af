package blobs_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/blobs"
)

func TestABlobIsReadableAfterAKillWhileItsAttributesWereWritten(t *testing.T) {
	for name, left := range map[string]string{"empty": "", "half": `{"user.content_`, "a whole one with more": `{"user.content_type":"image/png"}x`} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s, err := blobs.Open(t.Context(), dir, "http://site.example")
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close() //nolint:errcheck // a test's
			damage := func() {
				t.Helper()
				if _, err := s.Put(t.Context(), "data/icon.png", "image/png", strings.NewReader("a picture")); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, "data", "icon.png.attrs"), []byte(left), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			damage()
			if there, err := s.Exists(t.Context(), "data/icon.png"); err != nil || !there {
				t.Errorf("it exists: %v, %v", there, err)
			}
			damage()
			if err := s.Copy(t.Context(), "data/other.png", "data/icon.png"); err != nil {
				t.Errorf("it is copied: %v", err)
			}
			damage()
			r, err := s.Open(t.Context(), "data/icon.png")
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close() //nolint:errcheck // a test's
			if text, err := io.ReadAll(r); err != nil || string(text) != "a picture" || r.ContentType() != "image/png" {
				t.Errorf("it contains %q, %v, as %s", text, err, r.ContentType())
			}
			found, err := filepath.Glob(filepath.Join(dir, "data", "*.tmp"))
			if err != nil || len(found) > 0 {
				t.Errorf("left are %v, %v", found, err)
			}
		})
	}
}
