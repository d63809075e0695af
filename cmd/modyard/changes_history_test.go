package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// follower applies changes to a copy of the public documents.
type follower struct {
	cursor string
	seen   []contract.Change
	copy   map[contract.ChangedObject]any
}

// catchUp reads the feed to its end.
func (f *follower) catchUp(s *testSite, auth string, limit int) {
	s.t.Helper()
	if f.copy == nil {
		f.copy = map[contract.ChangedObject]any{}
	}
	for {
		list, next := s.changes(auth, fmt.Sprintf("limit=%d&after=%s", limit, f.cursor))
		for _, c := range list {
			var document any
			if err := json.Unmarshal(c.Document, &document); err != nil {
				s.t.Fatal(err)
			}
			if delete(f.copy, c.Object); document != nil {
				f.copy[c.Object] = document
			}
		}
		f.seen = append(f.seen, list...)
		if f.cursor = next; len(list) == 0 {
			return
		}
	}
}

// history is a random history of a site, with the ids of everything that was ever made.
type history struct {
	*testSite
	random   *rand.Rand
	accounts []string
	ids      map[string][]string // by type, what exists
	made     []contract.ChangedObject
	of       map[string]string // project of a version
	members  map[[2]string]bool
	last     eventlog.Position
}

func (h *history) pick(of string) string {
	if len(h.ids[of]) == 0 {
		return ""
	}
	return h.ids[of][h.random.IntN(len(h.ids[of]))]
}

func (h *history) create(of string) string {
	id := fmt.Sprintf("%s%07d", strings.ToUpper(of[:1]), len(h.made))
	h.ids[of], h.made = append(h.ids[of], id), append(h.made, contract.ChangedObject{Type: of, ID: id})
	return id
}

func (h *history) remove(of, id string) {
	h.ids[of] = slices.DeleteFunc(h.ids[of], func(one string) bool { return one == id })
}

func (h *history) happens(stream string, payloads ...any) { h.last = h.happen(stream, payloads...) }

// step does something that is possible.
func (h *history) step() {
	one := func(list ...project.Status) project.Status { return list[h.random.IntN(len(list))] }
	versionStatus := []project.VersionStatus{project.VersionListed, project.VersionArchived, project.VersionDraft, project.VersionUnlisted}[h.random.IntN(4)]
	shown := []collection.Status{collection.Listed, collection.Unlisted, collection.Private}[h.random.IntN(3)]
	who, n := h.accounts[h.random.IntN(len(h.accounts))], h.random.IntN(1000)
	p, v, o, c := h.pick("project"), h.pick("version"), h.pick("organization"), h.pick("collection")
	kind := h.random.IntN(22)
	switch {
	case kind == 0 || p == "":
		id := h.create("project")
		h.happens("project-"+id, project.Created{Project: id, Slug: "slug-" + id, Type: "mod", Title: "资源", Summary: "说明", Owner: who})
		h.happens("slug-slug-"+strings.ToLower(id), project.SlugReserved{Slug: "slug-" + id, Project: id})
	case kind <= 3:
		h.happens("project-"+p, project.StatusChanged{To: one(project.Listed, project.Archived, project.Unlisted, project.Private, project.Draft)})
	case kind == 4:
		h.happens("project-"+p, project.Withheld{Message: "不公开的说明"})
	case kind == 5:
		h.happens("project-"+p, project.Renamed{Title: fmt.Sprint("资源 ", n)}, project.Described{Body: fmt.Sprint("正文 ", n)})
	case kind == 6:
		slug := fmt.Sprintf("slug-%s-%d", p, n)
		h.happens("slug-"+strings.ToLower(slug), project.SlugReserved{Slug: slug, Project: p})
		h.happens("project-"+p, project.SlugChanged{Slug: slug})
	case kind <= 8 || v == "":
		id := h.create("version")
		h.of[id] = p
		h.happens("version-"+id, project.VersionCreated{
			Version: id, Project: p, Author: who, Name: "版本", Number: fmt.Sprint(n), Channel: "release", Status: versionStatus,
			Loaders: []string{"fabric", "forge"}[n%2 : n%2+1], GameVersions: []string{"1.20.1"},
		})
	case kind == 9:
		h.happens("version-"+v, project.VersionStatusChanged{Version: v, Project: h.of[v], Status: versionStatus})
	case kind == 10:
		h.happens("version-"+v, project.VersionRenamed{Version: v, Project: h.of[v], Name: fmt.Sprint("版本 ", n)})
	case kind == 11:
		h.happens("version-"+v, project.VersionDeleted{Version: v, Project: h.of[v]})
		h.remove("version", v)
	case kind == 12 && n < 300:
		h.happens("project-"+p, project.Deleted{Slug: "slug-" + p})
		h.remove("project", p)
		for id, of := range h.of {
			if of == p {
				h.remove("version", id)
			}
		}
	case kind == 13 || o == "":
		id := h.create("organization")
		h.members[[2]string{id, who}] = true
		h.happens("organization-"+id, organization.Created{Organization: id, Slug: strings.ToLower(id), Name: "团队", Owner: who})
	case kind == 14:
		h.happens("organization-"+o, organization.Renamed{Name: fmt.Sprint("团队 ", n)})
	case kind == 15:
		key := [2]string{o, who}
		if h.members[key] {
			h.happens("organization-"+o, organization.MemberReordered{Account: who, Ordering: n})
			return
		}
		h.members[key] = true
		h.happens("organization-"+o, organization.MemberInvited{Account: who, Role: "成员"}, organization.MemberJoined{Account: who})
	case kind == 16:
		if n%2 == 0 {
			h.happens("project-"+p, project.EnteredOrganization{Organization: o})
		} else {
			h.happens("project-"+p, project.LeftOrganization{Organization: o, Owner: who})
		}
	case kind == 17 || c == "":
		id := h.create("collection")
		h.happens("collection-"+id, collection.Created{Collection: id, Owner: who, Name: "收藏", Status: shown})
	case kind == 18:
		h.happens("collection-"+c, collection.ProjectAdded{Collection: c, Project: p})
	case kind == 19:
		h.happens("collection-"+c, collection.VisibilityChanged{Collection: c, Status: shown})
	case kind == 20:
		h.happens("follows-"+who, collection.FollowAdded{Account: who, Project: p})
	default:
		if _, err := h.DB.Pool.Exec(h.t.Context(), `update identity.accounts set bio = $2 where id = $1`, who, fmt.Sprint("简介 ", n)); err != nil {
			h.t.Fatal(err)
		}
		h.happens("account-"+who, account.ProfileChanged{Account: who})
	}
}

// public are the documents that the API answers to everybody, of everything that was ever made.
func (h *history) public() map[contract.ChangedObject]any {
	out := map[contract.ChangedObject]any{}
	for _, o := range h.made {
		if answer := h.ask("", http.MethodGet, "/v3/"+o.Type+"/"+o.ID, nil); answer.Status == http.StatusOK {
			var document any
			if err := json.Unmarshal(answer.Body, &document); err != nil {
				h.t.Fatal(err)
			}
			out[o] = document
		}
	}
	return out
}

func newHistory(t *testing.T, s *testSite, seed uint64) *history {
	h := &history{
		testSite: s, random: rand.New(rand.NewPCG(seed, 1)), ids: map[string][]string{}, of: map[string]string{}, members: map[[2]string]bool{},
	}
	for i := range 4 {
		session := s.person(fmt.Sprintf("person%d", i), identity.RoleUser)
		var me struct{ ID string }
		if err := json.Unmarshal(s.ask(session, http.MethodGet, "/v2/user", nil).Body, &me); err != nil {
			t.Fatal(err)
		}
		h.accounts = append(h.accounts, me.ID)
		h.made = append(h.made, contract.ChangedObject{Type: "user", ID: me.ID})
		h.happens("account-"+me.ID, account.ProfileChanged{Account: me.ID})
	}
	return h
}

func TestAFollowerOfTheChangesEndsWithTheDocumentsOfTheAPI(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	h := newHistory(t, s, 7)
	early := &follower{}
	for n := range 500 {
		h.step()
		if n%100 == 50 {
			early.catchUp(s, "", 1+h.random.IntN(9)) // it reads while things happen
		}
	}
	s.served(h.last)
	early.catchUp(s, "", 7)
	late := &follower{}
	late.catchUp(s, "", 1000)
	want := h.public()
	for name, f := range map[string]*follower{"read meanwhile": early, "read at the end": late} {
		for o := range maps.Keys(want) {
			if !reflect.DeepEqual(f.copy[o], want[o]) {
				t.Errorf("%s: %v is\n%v, the API answers\n%v", name, o, f.copy[o], want[o])
			}
		}
		for o := range f.copy {
			if want[o] == nil {
				t.Errorf("%s: %v is not public", name, o)
			}
		}
	}
	if len(want) < 50 || len(late.seen) < 200 {
		t.Fatalf("only %d documents and %d changes", len(want), len(late.seen))
	}
	ids := map[string]bool{}
	for i, c := range late.seen {
		if ids[c.ID] || !slices.Contains(contract.ChangeKinds(), c.Kind) {
			t.Errorf("the id %s or the kind %s is wrong", c.ID, c.Kind)
		}
		ids[c.ID] = true
		if i%9 == 0 { // resumed anywhere, it reads exactly the rest
			rest := &follower{cursor: c.Cursor}
			rest.catchUp(s, "", 300)
			if !reflect.DeepEqual(rest.seen, late.seen[i+1:]) && len(late.seen[i+1:]) > 0 {
				t.Fatalf("after %s come %d changes, expected %d", c.Cursor, len(rest.seen), len(late.seen)-i-1)
			}
		}
	}
}
