package curation_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/curation"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/project"
)

const pack, mod = "Packaaa1", "Modaaaa1"

func TestOnlyTheStaffMayChooseAndOnlyExistingProjects(t *testing.T) {
	w := commandstest.New(t, project.EventTypes(), curation.EventTypes())
	for id, kind := range map[string]project.Type{pack: project.TypeModpack, mod: project.TypeMod} {
		w.Happen("project-"+id, project.Created{Project: id, Slug: strings.ToLower(id), Type: kind, Owner: "owner001"})
	}
	service, err := commands.New(commands.Options{Handler: w.Handler()})
	if err != nil {
		t.Fatal(err)
	}
	w.Serve(service.Routes)
	who := "someone1"
	put := func(place, body string) commandstest.Answer {
		return w.Ask(who, "PUT", "/_internal/curated/"+place, body)
	}
	good := `{"entries":[{"project":"` + pack + `","title":"归乡"}]}`
	if a := put("modpack", good); a.Status != 401 && a.Status != 403 {
		t.Error(a)
	}
	who = commandstest.Anonymous
	if a := put("modpack", good); a.Status != 401 {
		t.Error(a)
	}
	who = commandstest.Moderator
	for range 2 {
		if a := put("modpack", good); a.Status != 204 || a.Position == "" {
			t.Error(a)
		}
	}
	for body, status := range map[string]int{
		`{"entries":[{"project":"Nobody00"}]}`: 400, `{"entries":[{"project":"` + mod + `"}]}`: 400, `{`: 400,
		`{"entries":[{"project":"../../x"}]}`: 400, `{"entries":"x"}`: 400, `{}`: 400, `{"entries":null}`: 400,
	} {
		if a := put("modpack", body); a.Status != status {
			t.Error(a)
		}
	}
	if a := put("mods", good); a.Status != 404 {
		t.Error(a)
	}
	if a := put("home", `{"entries":[{"project":"`+pack+`"},{"project":"`+mod+`"}]}`); a.Status != 204 {
		t.Error(a)
	}
	if head := w.Head(); head != 4 {
		t.Errorf("%d events: a rejected or repeated choice was appended", head)
	}
}
