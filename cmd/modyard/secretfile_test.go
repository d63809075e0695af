package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/modyard/modyard/platform/subprocess"
)

func TestAVariableMayBeReadFromAFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "url")
	if err := os.WriteFile(path, []byte("postgres://owner:s3cret@db/modyard\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	parse := func(env map[string]string, args ...string) (cli, error) {
		var grammar cli
		lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
		parser, err := kong.New(&grammar, kong.Resolvers(fromFiles(lookup)))
		if err != nil {
			t.Fatal(err)
		}
		_, err = parser.Parse(append([]string{"config"}, args...))
		return grammar, err
	}
	if got, err := parse(map[string]string{"MODYARD_DATABASE_URL_FILE": path}); err != nil || got.DatabaseURL != "postgres://owner:s3cret@db/modyard" {
		t.Errorf("%q %v", got.DatabaseURL, err)
	}
	if got, err := parse(map[string]string{"MODYARD_DATABASE_URL_FILE": path}, "--database-url", "postgres://other"); err != nil || got.DatabaseURL != "postgres://other" {
		t.Errorf("an argument does not take precedence: %q %v", got.DatabaseURL, err)
	}
	if _, err := parse(map[string]string{"MODYARD_DATABASE_URL_FILE": path, "MODYARD_DATABASE_URL": "x"}); err == nil {
		t.Error("both are accepted")
	}
	if _, err := parse(map[string]string{"MODYARD_DATABASE_URL_FILE": path + "x"}); err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("a missing file: %v", err)
	}
	if out, code := toolWith(t, []string{"MODYARD_DATABASE_URL_FILE=" + path}, "config"); code != 0 || !strings.Contains(out, "postgres://owner") || strings.Contains(out, "s3cret") {
		t.Errorf("the program: %d %s", code, out)
	}
}

// toolWith runs a command with additional environment variables.
func toolWith(t *testing.T, env []string, args ...string) (string, int) {
	t.Helper()
	c := program(args...)
	c.Env = append(c.Env, env...)
	out, code, err := subprocess.Output(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(out), code
}

func TestTheHealthcheckReportsTheStateOfTheProcess(t *testing.T) {
	t.Parallel()
	var ready atomic.Bool
	ready.Store(true)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" && !ready.Load() {
			http.Error(w, "projections: unavailable", http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "http://"), ":")
	ask := func(args ...string) (string, int) {
		return tool(t, "", append([]string{"healthcheck", "--private-addr", "0.0.0.0:" + port}, args...)...)
	}
	if out, code := ask(); code != 0 {
		t.Errorf("ready: %d %s", code, out)
	}
	ready.Store(false)
	if out, code := ask(); code != 1 || !strings.Contains(out, "projections: unavailable") {
		t.Errorf("not ready: %d %s", code, out)
	}
	if out, code := ask("--alive"); code != 0 {
		t.Errorf("alive: %d %s", code, out)
	}
	server.Close()
	if _, code := ask("--alive"); code != 1 {
		t.Error("no process is running, but the check succeeds")
	}
}
