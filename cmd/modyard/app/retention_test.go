package app

import (
	"slices"
	"strings"
	"testing"
	"time"

	commandretention "github.com/modyard/modyard/commands/retention"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projectedretention "github.com/modyard/modyard/projections/retention"
)

const (
	shelved, other, shelvedVersion, otherVersion = "ProjAbc1", "ProjDef2", "VersAbc1", "VersDef2"
	maker, judge                                 = "UserOwn1", "UserMod4"
	site                                         = "https://site.example/data/"
	fileKey                                      = shelved + "/versions/" + shelvedVersion + "/b1/雪 a.jar"
	wholeKey, smallKey                           = shelved + "/images/b1/whole.png", shelved + "/images/b1/small.webp"
	iconKey                                      = shelved + "/icons/b1/icon.png"
	textKey                                      = "images/" + maker + "/b1/0123456789012345678901234567890123456789.png"
)

// shelf is a site with one project and its stored files.
type shelf struct {
	*catalogtest.World
	t    *testing.T
	site *Site
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	w := catalogtest.New(t)
	w.Also(projectedretention.New())
	s := &shelf{w, t, &Site{Core: &Core{Log: w.Log, Board: w.Board, DB: w.DB}}}
	s.Slug("quay", shelved)
	s.Project(shelved, maker, project.Created{Project: shelved, Slug: "quay", Type: project.TypeMod, Title: "Quay", Owner: maker},
		project.IconChanged{URL: site + iconKey},
		project.PictureAdded{Picture: project.Picture{URL: site + smallKey, RawURL: site + wholeKey, SHA1: "ab"}},
		project.PictureAdded{Picture: project.Picture{URL: "https://elsewhere.example/x.png"}})
	s.version(shelved, shelvedVersion, fileKey)
	s.Happen("images-"+maker, maker, image.Added{Image: "Image001", Owner: maker, URL: site + textKey, Size: 1, Context: image.Project, Subject: shelved})
	return s
}

func (s *shelf) version(id, version, key string) {
	s.Happen("version-"+version, maker, project.VersionCreated{
		Version: version, Project: id, Author: maker, Name: "1.0", Number: "1.0", Channel: project.Release, Status: project.VersionListed,
		Files: []project.File{
			{SHA1: strings.Repeat("a", 40), SHA512: strings.Repeat("b", 128), URL: site + strings.ReplaceAll(key, " ", "%20"), Name: "雪 a.jar", Size: 7, Primary: true},
			{URL: "https://elsewhere.example/b.jar", Name: "b.jar"},
		},
	})
}

func (s *shelf) removed() map[string]commandretention.File {
	s.t.Helper()
	list, err := s.site.removedFiles(s.t.Context(), "")
	if err != nil {
		s.t.Fatal(err)
	}
	if !slices.IsSortedFunc(list, func(a, b commandretention.File) int { return strings.Compare(a.Key, b.Key) }) {
		s.t.Error("the files are not in the order of their keys")
	}
	found := map[string]commandretention.File{}
	for _, f := range list {
		found[f.Key] = f
	}
	return found
}

func (s *shelf) want(keys ...string) map[string]commandretention.File {
	s.t.Helper()
	found := s.removed()
	if len(found) != len(keys) {
		s.t.Fatalf("%d files, want %q: %+v", len(found), keys, found)
	}
	for _, key := range keys {
		if _, ok := found[key]; !ok {
			s.t.Fatalf("%s is missing in %+v", key, found)
		}
	}
	return found
}

func TestFilesThatSomethingRefersToAreNoCandidates(t *testing.T) {
	s := newShelf(t)
	s.want()
	s.Project(shelved, maker, project.Submitted{From: project.Draft}) // 10 minutes after the epoch or so
	s.want()
	s.Project(shelved, judge, project.Rejected{From: project.Processing})
	found := s.want(fileKey, wholeKey, smallKey, iconKey)
	f := found[fileKey]
	if f.State.Ended != nil || f.State.Hidden == nil || f.State.Shown == nil || !f.State.Shown.Equal(*f.State.Hidden) || f.Size != 7 || f.Name != "雪 a.jar" || f.Version != shelvedVersion {
		t.Errorf("%+v", f)
	}
	var begun time.Time
	if err := s.DB.Pool.QueryRow(t.Context(), `select started from retention.rounds where project = $1`, shelved).Scan(&begun); err != nil {
		t.Fatal(err)
	}
	s.Project(shelved, judge, project.DecisionUndone{From: project.Refused, To: project.Processing, SubmittedAt: &begun})
	s.want()
	var rounds, open int
	if err := s.DB.Pool.QueryRow(t.Context(), `select count(*), count(*) filter (where ended is null) from retention.rounds where project = $1`, shelved).Scan(&rounds, &open); err != nil || rounds != 1 || open != 1 {
		t.Errorf("%d rounds, %d open: %v", rounds, open, err)
	}
	s.Project(shelved, judge, project.Rejected{From: project.Processing})
	s.want(fileKey, wholeKey, smallKey, iconKey)
	s.Project(shelved, maker, project.Submitted{From: project.Refused})
	s.want()
	s.Project(shelved, judge, project.Approved{From: project.Processing, Status: project.Listed})
	s.want()
	s.Project(shelved, maker, project.StatusChanged{From: project.Listed, To: project.Private})
	s.want() // the team's own choice: the files are in use
}

func TestRemovedFilesAreCandidatesWithTheRoundThatShowedThem(t *testing.T) {
	s := newShelf(t)
	s.Project(shelved, maker, project.Submitted{From: project.Draft})
	s.Project(shelved, maker, project.PictureRemoved{URL: site + smallKey}, project.IconChanged{})
	s.Happen("version-"+shelvedVersion, maker, project.VersionDeleted{Version: shelvedVersion, Project: shelved})
	for key, f := range s.want(fileKey, wholeKey, smallKey, iconKey) {
		if f.State.Ended == nil || !f.State.Reviewing || f.State.Shown != nil || f.State.Destroyed {
			t.Errorf("during the round: %s %+v", key, f.State)
		}
	}
	s.Project(shelved, judge, project.Approved{From: project.Processing, Status: project.Listed})
	s.version(shelved, "VersNew3", shelved+"/versions/VersNew3/b1/c.jar") // the same content again
	s.Project(shelved, maker, project.Submitted{From: project.Listed})
	s.Project(shelved, judge, project.Approved{From: project.Processing, Status: project.Listed})
	found := s.want(wholeKey, smallKey, iconKey)
	if f := found[iconKey]; f.State.Reviewing || f.State.Shown == nil || !f.State.Shown.Before(catalogtest.Epoch().AddDate(0, 0, 1)) {
		t.Errorf("%+v", f.State)
	}
	if a, b := found[wholeKey].State.Shown, found[iconKey].State.Shown; !a.Equal(*b) {
		t.Errorf("%v and %v", a, b)
	}
}

func TestContentThatAnotherVersionHasIsNoCandidateUnlessItIsDestroyed(t *testing.T) {
	s := newShelf(t)
	s.Slug("other", other)
	s.Project(other, maker, project.Created{Project: other, Slug: "other", Type: project.TypeMod, Title: "Other", Owner: maker}, project.ListedByImport{Status: project.Listed})
	s.Happen("version-"+shelvedVersion, maker, project.VersionDeleted{Version: shelvedVersion, Project: shelved})
	s.want(fileKey)
	s.version(other, otherVersion, other+"/versions/"+otherVersion+"/b1/a.jar")
	s.want()
	s.Project(other, judge, project.Rejected{From: project.Listed})
	s.want(fileKey, other+"/versions/"+otherVersion+"/b1/a.jar")
	s.Project(other, judge, project.Approved{From: project.Refused, Status: project.Listed})
	s.want()
	s.Happen("retention-"+shelved, judge, retention.Destroyed{Key: fileKey, Kind: "file"})
	if f := s.want(fileKey)[fileKey]; !f.State.Destroyed {
		t.Errorf("%+v", f)
	}
	if _, err := s.DB.Pool.Exec(t.Context(), `insert into cleared.blobs values ($1, 1, '', '', null, 0, 'destroyed', now(), null)`, fileKey); err != nil {
		t.Fatal(err)
	}
	s.want(fileKey) // begun only
	if _, err := s.DB.Pool.Exec(t.Context(), `update cleared.blobs set cleared = now()`); err != nil {
		t.Fatal(err)
	}
	s.want()
}

func TestTheDeletedFilesOfAnErasedAccountAreDestroyed(t *testing.T) {
	s := newShelf(t)
	s.Happen("account-"+maker, maker, account.Erased{Account: maker})
	s.want() // others may have the project now
	s = newShelf(t)
	s.Project(shelved, maker, project.Deleted{Slug: "quay"})
	for key, f := range s.want(fileKey, wholeKey, smallKey, iconKey) {
		if f.State.Destroyed {
			t.Errorf("%s is destroyed before the erasure", key)
		}
	}
	s.Happen("account-"+maker, maker, account.Erased{Account: maker})
	for key, f := range s.want(fileKey, wholeKey, smallKey, iconKey) {
		if !f.State.Destroyed {
			t.Errorf("%s is not destroyed", key)
		}
	}
}

func TestADeletedTextPictureIsDestroyed(t *testing.T) {
	s := newShelf(t)
	s.Happen("images-"+maker, maker, image.Deleted{Image: "Image001", Owner: maker, URL: site + textKey})
	if f := s.want(textKey)[textKey]; !f.State.Destroyed {
		t.Errorf("%+v", f)
	}
}

func TestATextPictureThatTheLawRemovesIsFoundUntilItsBytesAreGone(t *testing.T) {
	s := newShelf(t)
	s.Happen("retention-"+maker, judge, retention.Destroyed{Key: textKey, Kind: "picture", Name: "x.png"})
	if f := s.want(textKey)[textKey]; !f.State.Destroyed || f.Kind != commandretention.TextPicture {
		t.Errorf("%+v", f)
	}
	list, err := s.site.partsOf(t.Context(), textKey) // the removal may be repeated
	if err != nil || len(list) != 1 || list[0].Key != textKey {
		t.Errorf("%+v %v", list, err)
	}
}

func TestThePartsOfAPictureAreFoundTogether(t *testing.T) {
	s := newShelf(t)
	for key, want := range map[string][]string{
		wholeKey: {smallKey, wholeKey}, smallKey: {smallKey, wholeKey}, fileKey: {fileKey}, iconKey: {iconKey}, textKey: {textKey}, "none": nil,
	} {
		list, err := s.site.partsOf(t.Context(), key)
		var got []string
		for _, f := range list {
			got = append(got, f.Key)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q %v, want %q", key, got, err, want)
		}
	}
}
