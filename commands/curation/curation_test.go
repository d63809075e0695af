package curation_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/curation"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/eventlog/memory"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

const pack, mod = "Packaaa1", "Modaaaa1"

func TestOnlyStaffChoosesAndOnlyWhatIsThere(t *testing.T) {
	types, err := codec.New(project.EventTypes(), curation.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	log := memory.New()
	for id, kind := range map[string]project.Type{pack: project.TypeModpack, mod: project.TypeMod} {
		typ, data, err := types.Encode(project.Created{Project: id, Slug: strings.ToLower(id), Type: kind, Owner: "owner001"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Append(t.Context(), eventlog.Write{Stream: "project-" + id, Expected: eventlog.NoStream, Events: []eventlog.Event{
			{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{At: time.Now()}},
		}}); err != nil {
			t.Fatal(err)
		}
	}
	service, err := commands.New(commands.Options{Log: log, Codec: types})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	role := identity.RoleUser
	api.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c := identity.Caller{Account: "someone1", Role: role, Scopes: identity.AllScopes}
			if role == "" {
				c = identity.Caller{}
			}
			next.ServeHTTP(w, r.WithContext(identity.WithCaller(r.Context(), c)))
		})
	})
	service.Routes(api)
	put := func(place, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("PUT", "/_internal/curated/"+place, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		api.Handler().ServeHTTP(w, r)
		return w
	}
	good := `{"entries":[{"project":"` + pack + `","title":"归乡"}]}`
	if w := put("modpack", good); w.Code != 401 && w.Code != 403 {
		t.Error(w.Code, w.Body)
	}
	role = ""
	if w := put("modpack", good); w.Code != 401 {
		t.Error(w.Code, w.Body)
	}
	role = identity.RoleModerator
	for range 2 {
		if w := put("modpack", good); w.Code != 204 || w.Header().Get("Log-Position") == "" {
			t.Error(w.Code, w.Body)
		}
	}
	for body, status := range map[string]int{
		`{"entries":[{"project":"Nobody00"}]}`: 400, `{"entries":[{"project":"` + mod + `"}]}`: 400, `{`: 400,
		`{"entries":[{"project":"../../x"}]}`: 400, `{"entries":"x"}`: 400,
	} {
		if w := put("modpack", body); w.Code != status {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
		}
	}
	if w := put("mods", good); w.Code != 404 {
		t.Error(w.Code, w.Body)
	}
	if w := put("home", `{"entries":[{"project":"`+pack+`"},{"project":"`+mod+`"}]}`); w.Code != 204 {
		t.Error(w.Code, w.Body)
	}
	if head, _ := log.Head(t.Context()); head != 4 {
		t.Errorf("%d events: a refused or repeated choice was appended", head)
	}
}
