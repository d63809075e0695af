package flame_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/packfile"
	"github.com/modyard/modyard/platform/packfile/flame"
)

// serve starts a double of the operator's service.
func serve(t *testing.T, answer http.HandlerFunc, o flame.Options) *flame.Service {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	o.URL = server.URL + "/identify"
	s, err := flame.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func says(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }
}

func TestTheServiceIsAskedOnceWithItsKey(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte("a-key\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Fingerprints []uint32 }
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.Method != http.MethodPost || r.URL.Path != "/identify" || r.Header.Get("Authorization") != "Bearer a-key" {
			t.Errorf("%s %s %v %v", r.Method, r.URL, r.Header, err)
		}
		if !reflect.DeepEqual(in.Fingerprints, []uint32{1, 2, 4294967295}) {
			t.Error(in)
		}
		_, _ = w.Write([]byte(`{"files":[{"fingerprint":1,"id":238222,"title":" JEI ","url":"https://flame.example/jei","sha1":"` + strings.Repeat("A", 40) + `","more":1},
			{"fingerprint":4294967295,"id":7,"title":"渡轮","url":"javascript:alert(1)"},{"fingerprint":99,"id":9,"title":"not asked"}]}`))
	}, flame.Options{KeyFile: key})
	got, err := s.Identify(t.Context(), []uint32{1, 2, 4294967295})
	want := map[uint32]packfile.Identity{
		1: {Flame: 238222, Title: "JEI", URL: "https://flame.example/jei", SHA1: strings.Repeat("a", 40)}, 4294967295: {Flame: 7, Title: "渡轮"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	if strings.Contains(fmt.Sprintf("%+v", s), "a-key") {
		t.Error("a printed service contains the key")
	}
}

func TestAServiceThatLiesOrFailsIdentifiesNothing(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"an error":              func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"nothing":               says(``),
		"no list":               says(`{}`),
		"another shape":         says(`[]`),
		"no number":             says(`{"files":[{"fingerprint":1,"title":"a"}]}`),
		"a number below 0":      says(`{"files":[{"fingerprint":1,"id":-1,"title":"a"}]}`),
		"no title":              says(`{"files":[{"fingerprint":1,"id":1}]}`),
		"a title that turns":    says(`{"files":[{"fingerprint":1,"id":1,"title":"a\u202eb"}]}`),
		"a long title":          says(`{"files":[{"fingerprint":1,"id":1,"title":"` + strings.Repeat("a", 201) + `"}]}`),
		"no digest":             says(`{"files":[{"fingerprint":1,"id":1,"title":"a","sha1":"12"}]}`),
		"two projects":          says(`{"files":[{"fingerprint":1,"id":1,"title":"a"},{"fingerprint":1,"id":2,"title":"a"}]}`),
		"a fingerprint below 0": says(`{"files":[{"fingerprint":-1,"id":1,"title":"a"}]}`),
		"an oversized answer":   says(`{"files":[` + strings.Repeat(" ", 1<<20) + `]}`),
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/other", http.StatusTemporaryRedirect)
		},
		"an answer that is cut": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte(`{"files":[]}`))
		},
	} {
		if got, err := serve(t, answer, flame.Options{}).Identify(t.Context(), []uint32{1}); err == nil || got != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	stop := make(chan struct{})
	slow := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	}, flame.Options{Timeout: 20 * time.Millisecond})
	if got, err := slow.Identify(t.Context(), []uint32{1}); err == nil || got != nil {
		t.Errorf("a slow one: %+v, %v", got, err)
	}
	close(stop)
}

func TestOnlyAnAddressThatKeepsTheKeySecretIsAccepted(t *testing.T) {
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte("a-key"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []flame.Options{
		{URL: ""}, {URL: "ftp://a.example"}, {URL: "http://a.example", KeyFile: key}, {URL: "https://a.example"}, {URL: "https://u:p@a.example", KeyFile: key},
		{URL: "https://a.example", KeyFile: key + "2"}, {URL: "https://a.example/#a", KeyFile: key},
	} {
		if _, err := flame.New(bad); err == nil || strings.Contains(err.Error(), "a.example") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	for _, good := range []flame.Options{{URL: "https://a.example/x?y=1", KeyFile: key}, {URL: "http://127.0.0.1:1"}, {URL: "http://localhost:1", KeyFile: key}} {
		if _, err := flame.New(good); err != nil {
			t.Errorf("%+v: %v", good, err)
		}
	}
}

func FuzzAnAnswerIsOneOrAnError(f *testing.F) {
	f.Add(`{"files":[{"fingerprint":1,"id":238222,"title":"JEI","url":"https://flame.example/jei"}]}`)
	f.Add(`{"files":null}`)
	var body string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
	f.Cleanup(server.Close)
	s, err := flame.New(flame.Options{URL: server.URL})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		body = answer
		got, err := s.Identify(t.Context(), []uint32{1})
		if err != nil && got != nil {
			t.Fatal(got, err)
		}
		for print, i := range got {
			if print != 1 || i.Flame <= 0 || i.Title == "" || len(i.SHA1) != 0 && len(i.SHA1) != 40 {
				t.Fatalf("%d: %+v", print, i)
			}
		}
	})
}
