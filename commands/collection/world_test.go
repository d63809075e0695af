package collection_test

import (
	"strings"
	"testing"

	commands "github.com/modyard/modyard/commands/collection"
	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/commands/icon"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
)

// The accounts of the tests and the existing projects: two listed ones and a private one of the owner.
const (
	owner     = "owner001"
	stranger  = "stranger"
	moderator = commandstest.Moderator
	admin     = commandstest.Admin
	anonymous = commandstest.Anonymous

	lantern = "Lantern1"
	quay    = "Quay0002"
	hidden  = "Hidden03"
)

// world is the real routes on a memory log.
type world struct {
	*commandstest.World
	service *commands.Service
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{World: commandstest.New(t, project.EventTypes(), organization.EventTypes(), collection.EventTypes())}
	h := w.Handler()
	service, err := commands.New(commands.Options{Handler: h, Icons: icon.New(&upload.Store{Blobs: w.Blobs, Handler: h, Logger: w.Logger})})
	if err != nil {
		t.Fatal(err)
	}
	w.service = service
	w.Serve(service.Routes)
	w.project(lantern, project.Listed)
	w.project(quay, project.Listed)
	w.project(hidden, project.Private)
	return w
}

func (w *world) project(id string, status project.Status) {
	w.Helper()
	w.Happen("project-"+id,
		project.Created{Project: id, Slug: "slug-" + id, Type: project.TypeMod, Title: id, Owner: owner},
		project.Submitted{From: project.Draft}, project.Approved{From: project.Processing, Status: status})
	w.Happen("slug-slug-"+strings.ToLower(id), project.SlugReserved{Slug: "slug-" + id, Project: id})
}

// make creates a collection and returns its id.
func (w *world) make(who string, body map[string]any) string {
	w.Helper()
	var d contract.Collection
	w.Want(200, who, "POST", "/v3/collection", body).Decode(w, &d)
	return d.ID
}
