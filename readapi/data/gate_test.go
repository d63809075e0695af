package data_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projectedforum "github.com/modyard/modyard/projections/forum"
	"github.com/modyard/modyard/projections/report"
	"github.com/modyard/modyard/projections/retention"
	"github.com/modyard/modyard/projections/wiki"
	"github.com/modyard/modyard/readapi/data"
	"github.com/modyard/modyard/readapi/view"
)

const (
	owner, member, stranger, moderator = "UserOwn1", "UserMem2", "UserStr3", "UserMod4"

	projectID, versionID = "ProjAbc1", "VersAbc1"

	sha = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

	file    = projectID + "/versions/" + versionID + "/b1/a b+c.jar"
	gallery = projectID + "/images/b1/" + sha + ".png"
	icon    = projectID + "/icons/b1/" + sha + ".png"
	face    = "users/" + owner + "/" + sha + ".png"
)

// store is a world with files and the route to them.
type store struct {
	*catalogtest.World
	t       *testing.T
	blobs   *blobs.Store
	handler http.Handler
}

func newStore(t *testing.T) *store {
	t.Helper()
	w := catalogtest.New(t)
	w.Texts = erasure.NewMemory()
	w.Also(retention.New(), report.New(catalogtest.Markdown), wiki.New(), projectedforum.New())
	b, err := blobs.Open(t.Context(), "mem://", "https://site.example")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	for _, key := range []string{file, gallery, icon, face, "avatars/" + sha + ".png", "private/x"} {
		if _, err := b.Put(context.Background(), key, "image/png", strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	callers := map[string]identity.Caller{
		owner: identitytest.Session(owner, identity.RoleUser), member: identitytest.Session(member, identity.RoleUser),
		"late":   {Account: owner, Role: identity.RoleUser, Scopes: identity.AllScopes, Kind: identity.KindPAT, Position: 1},
		stranger: identitytest.Session(stranger, identity.RoleUser), moderator: identitytest.Session(moderator, identity.RoleModerator),
		"weak": {Account: owner, Role: identity.RoleUser, Scopes: identity.ScopeUserRead, Kind: identity.KindPAT},
	}
	gate := data.New(&view.Source{Pool: w.DB.Pool, Board: board{w}}, func(r *http.Request) (identity.Caller, error) {
		as := r.Header.Get("As")
		if c, known := callers[as]; known || as == "" {
			return c, nil
		}
		return identitytest.Session(as, identity.RoleUser), nil
	})
	s := &store{World: w, t: t, blobs: b, handler: b.Handler(gate.Access)}
	for _, id := range []string{owner, member, stranger, moderator} {
		w.Account(id, strings.ToLower(id), "user")
	}
	return s
}

// board has read models that are behind until somebody waits for them.
type board struct{ *catalogtest.World }

func (board) At(string) uint64 { return 0 }

func (b board) Wait(context.Context, string, uint64) error {
	b.Settle()
	return nil
}

// store stores a blob.
func (s *store) store(key string) {
	s.t.Helper()
	if _, err := s.blobs.Put(s.t.Context(), key, "image/png", strings.NewReader("x")); err != nil {
		s.t.Fatal(err)
	}
}

// sees says how a caller gets a file: the status and what caches may do with it.
func (s *store) sees(as, key string) string {
	s.t.Helper()
	s.Settle()
	return s.answers(as, key)
}

// answers is sees of read models that may be behind.
func (s *store) answers(as, key string) string {
	r := httptest.NewRequest(http.MethodGet, s.blobs.URL(key), nil)
	r.Header.Set("As", as)
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		return http.StatusText(w.Code)
	}
	return w.Header().Get("Cache-Control")
}

func (s *store) want(want string, key string, as ...string) {
	s.t.Helper()
	for _, who := range as {
		if got := s.sees(who, key); got != want {
			s.t.Errorf("%q gets %s as %q, want %q", who, key, got, want)
		}
	}
}

const (
	hidden  = "Not Found"
	inside  = "private, no-store"
	linked  = "public, no-cache"
	forever = "public, max-age=31536000, immutable"
)

// begin creates a draft with an icon, a picture and a version.
func (s *store) begin() {
	s.Slug("quay", projectID)
	s.Project(projectID, owner, project.Created{
		Project: projectID, Slug: "quay", Type: project.TypeMod, Title: "Quay", Summary: "简介", Body: "正文", Owner: owner,
		License: project.License{ID: "MIT"}, Environments: project.Environment{Client: "required", Server: "optional"}, Categories: []string{"adventure"},
	}, project.IconChanged{URL: s.blobs.URL(icon)}, project.PictureAdded{Picture: project.Picture{URL: s.blobs.URL(gallery), RawURL: s.blobs.URL(gallery)}},
		project.MemberInvited{Account: member, Role: "美术", Permissions: project.UploadVersion})
	s.Happen("version-"+versionID, owner, project.VersionCreated{
		Version: versionID, Project: projectID, Author: owner, Name: "1.0", Number: "1.0", Channel: project.Release, Status: project.VersionListed,
		Loaders: []string{"fabric"}, GameVersions: []string{"1.20.1"},
		Files: []project.File{{SHA1: sha, SHA512: strings.Repeat("b", 128), URL: s.blobs.URL(file), Name: "a b+c.jar", Size: 1, Primary: true}},
	})
}

func TestFilesOfAHiddenProjectAreItsMembersAlone(t *testing.T) {
	s := newStore(t)
	s.begin()
	all := []string{file, gallery, icon}
	for _, key := range all {
		s.want(hidden, key, "", stranger, "weak")
		s.want(inside, key, owner, member, moderator)
	}
	s.Project(projectID, owner, project.Submitted{From: project.Draft})
	for _, key := range all {
		s.want(hidden, key, "", stranger)
	}
	s.Project(projectID, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	for _, key := range all {
		s.want(forever, key, "", stranger, owner)
	}
	s.Project(projectID, moderator, project.Withheld{From: project.Listed})
	for _, key := range all {
		s.want(linked, key, "", stranger)
	}
	s.Project(projectID, moderator, project.Rejected{From: project.Held})
	for _, key := range all {
		s.want(hidden, key, "", stranger)
		s.want(inside, key, owner, moderator)
	}
}

func TestWhoHasJustUploadedAFileReadsIt(t *testing.T) {
	for _, key := range []string{file, gallery, icon} {
		s := newStore(t)
		s.Settle()
		s.begin()
		if got := s.answers(stranger, key); got != hidden {
			t.Errorf("%q is %s for a stranger", key, got)
		}
		if got := s.answers("late", key); got != inside {
			t.Errorf("%q is %s for its owner", key, got)
		}
	}
}

func TestFilesOfDeletedThingsAreNotServed(t *testing.T) {
	s := newStore(t)
	s.begin()
	s.Project(projectID, owner, project.Submitted{From: project.Draft})
	s.Project(projectID, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	s.want(forever, gallery, "")
	s.Project(projectID, owner, project.PictureRemoved{URL: s.blobs.URL(gallery)}, project.IconChanged{})
	s.Happen("version-"+versionID, owner, project.VersionDeleted{Version: versionID, Project: projectID})
	for _, key := range []string{gallery, icon, file} {
		s.want(hidden, key, "", stranger, owner)
		s.want(inside, key, moderator) // for the audit
	}
	s.Project(projectID, owner, project.Deleted{Slug: "quay"})
	s.want(hidden, file, "", owner)
}

func TestAnOldAvatarIsNotServed(t *testing.T) {
	s := newStore(t)
	s.want(hidden, face, "", stranger)
	if _, err := s.DB.Pool.Exec(t.Context(), `update identity.accounts set avatar_url = $2 where id = $1`, owner, s.blobs.URL(face)); err != nil {
		t.Fatal(err)
	}
	s.want(forever, face, "", stranger)
	s.want(forever, "avatars/"+sha+".png", "")
	s.want(hidden, "private/x", "", moderator)
	s.want(hidden, "users/"+stranger+"/"+sha+".png", "", stranger)
}

func TestAFileOfAnotherThingIsNotServedUnderItsIDs(t *testing.T) {
	s := newStore(t)
	s.begin()
	s.Project(projectID, owner, project.Submitted{From: project.Draft})
	s.Project(projectID, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	for _, key := range []string{projectID + "/versions/" + versionID + "/b2/a b.jar", projectID + "/versions/VersXyz9/b1/a b.jar", projectID + "/images/b1/" + strings.Repeat("c", 40) + ".png"} {
		if _, err := s.blobs.Put(t.Context(), key, "image/png", strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
		s.want(hidden, key, "", stranger, owner)
	}
}
