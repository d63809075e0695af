package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/httpkit"
)

var update = flag.Bool("update", false, "write generated documents anew")

// ui/openapi.json is the API's own description, from which the front end's types are generated:
// go test ./cmd/modyard -run OpenAPI -update && npm run --prefix ui types
func TestTheFrontEndHasTheOpenAPIDocument(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	w := httptest.NewRecorder()
	site.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1/openapi.json", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("GET /openapi.json: %d %s", w.Code, w.Body)
	}
	var want bytes.Buffer
	if err := json.Indent(&want, w.Body.Bytes(), "", " "); err != nil {
		t.Fatal(err)
	}
	want.WriteByte('\n')
	file := filepath.Join(repository, "ui/openapi.json")
	if *update {
		if err := os.WriteFile(file, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var described struct{ Info struct{ Description string } }
	if err := json.Unmarshal(got, &described); err != nil || !strings.Contains(described.Info.Description, httpkit.HeaderIgnored) {
		t.Errorf("the description does not explain %s: %q, %v", httpkit.HeaderIgnored, described.Info.Description, err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Error("ui/openapi.json does not match the routes: go test ./cmd/modyard -run OpenAPI -update, then npm run --prefix ui types")
	}
}
