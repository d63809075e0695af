package softwaretest_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/software"
	"github.com/modyard/modyard/platform/software/softwaretest"
)

func get(t *testing.T, address string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

func TestTheDoubleServesTheFilesOfItsReleases(t *testing.T) {
	d := softwaretest.New(t,
		softwaretest.Release{Loader: software.Paper, LoaderVersion: "7", GameVersion: "1.21.8", Files: map[string]string{"server.jar": "jar", "libraries/a b.jar": "other"}},
		softwaretest.Release{Loader: software.Vanilla, GameVersion: "1.21.8"},
	)
	r, err := d.Resolve(t.Context(), software.Paper, "1.21.8", "")
	if err != nil || r.Kind != software.KindJar || r.Jar != "server.jar" || len(r.Files) != 2 || r.Files[0].Size != 5 || len(r.Files[0].Hash) != 128 {
		t.Fatalf("%+v, %v", r, err)
	}
	for i, want := range []string{"other", "jar"} {
		if status, body := get(t, r.Files[i].URL); status != http.StatusOK || body != want || !strings.HasPrefix(r.Files[i].URL, d.Origin()) {
			t.Errorf("%s: %d, %q", r.Files[i].URL, status, body)
		}
	}
	d.Serve("server.jar", "changed")
	if _, body := get(t, r.Files[1].URL); body != "changed" {
		t.Error(body)
	}
	d.Remove("server.jar")
	if status, _ := get(t, r.Files[1].URL); status != http.StatusNotFound || d.Asked("server.jar") != 3 {
		t.Error(status, d.Asked("server.jar"))
	}
	if r, err := d.Resolve(t.Context(), software.Vanilla, "1.21.8", ""); err != nil || r.Kind != software.KindStandIn || r.Jar != "" || len(r.Files) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	down := errors.New("down")
	d.Fail(down)
	if _, err := d.Loaders(t.Context()); !errors.Is(err, down) {
		t.Error(err)
	}
}
