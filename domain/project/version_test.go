package project

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/decision/decisiontest"
	"github.com/modyard/modyard/domain/fault"
)

func jar(n string) File {
	return File{SHA1: "1" + n, SHA512: "5" + n, URL: "/data/" + n, Name: n + ".jar", Size: 1}
}

func primary(f File) File { f.Primary = true; return f }

func release() CreateVersion {
	return CreateVersion{
		By: owner, Version: "VVVVVVV1", Name: "One", Number: "1.0.0+mc1.20", Channel: Release,
		Loaders: []string{"fabric"}, GameVersions: []string{"1.20.1"}, Files: []File{primary(jar("a"))},
	}
}

func foldVersion(t testing.TB, events ...any) Version {
	var v Version
	for _, e := range written(t, events) {
		v = EvolveVersion(v, e)
	}
	return v
}

// inList returns the events of the list of the project's versions that follow from a version's events, in the same
// role.
func inList(t testing.TB, events []decision.Event) []any {
	t.Helper()
	var list []any
	for _, e := range events {
		follows, err := DecideVersions(Versions{}, Published{Event: e})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range follows {
			if f.Role != e.Role {
				t.Fatalf("%+v is decided as %q, want %q", f.Payload, f.Role, e.Role)
			}
			list = append(list, f.Payload)
		}
	}
	return list
}

func existing(t testing.TB, files ...File) Version {
	t.Helper()
	c := release()
	if len(files) > 0 {
		c.Files = files
	}
	events, err := DecideVersion(ProjectVersion{Project: given(t)}, c)
	if err != nil {
		t.Fatal(err)
	}
	return foldVersion(t, decisiontest.Payloads(events)...)
}

func TestAVersionIsAddedToItsProject(t *testing.T) {
	got, err := DecideVersion(ProjectVersion{Project: given(t)}, release())
	if err != nil {
		t.Fatal(err)
	}
	if list := inList(t, got); !reflect.DeepEqual(list, []any{VersionAdded{Version: "VVVVVVV1"}}) {
		t.Fatalf("%+v", list)
	}
	v := foldVersion(t, decisiontest.Payloads(got)...)
	if v.Project != "PPPPPPP1" || v.Author != alice || v.Status != VersionListed || len(v.Files) != 1 {
		t.Fatalf("%+v", v)
	}
}

func TestANewVersionMustRespectTheLimits(t *testing.T) {
	many := make([]File, MaxFiles+1)
	for i := range many {
		many[i] = jar(strings.Repeat("x", i%200) + string(rune('a'+i%26)))
	}
	for name, spoil := range map[string]func(*CreateVersion){
		"number empty":     func(c *CreateVersion) { c.Number = " " },
		"number long":      func(c *CreateVersion) { c.Number = strings.Repeat("1", 33) },
		"number slash":     func(c *CreateVersion) { c.Number = "1/2" },
		"number space":     func(c *CreateVersion) { c.Number = "1 2" },
		"name empty":       func(c *CreateVersion) { c.Name = "" },
		"name long":        func(c *CreateVersion) { c.Name = strings.Repeat("a", 65) },
		"name override":    func(c *CreateVersion) { c.Name = "a\u202eb" },
		"changelog":        func(c *CreateVersion) { c.Changelog = strings.Repeat("a", MaxBody+1) },
		"channel":          func(c *CreateVersion) { c.Channel = "stable" },
		"status":           func(c *CreateVersion) { c.Status = "scheduled" },
		"no loader":        func(c *CreateVersion) { c.Loaders = nil },
		"foreign loader":   func(c *CreateVersion) { c.Loaders = []string{"iris"} },
		"loader twice":     func(c *CreateVersion) { c.Loaders = []string{"fabric", "fabric"} },
		"no game version":  func(c *CreateVersion) { c.GameVersions = nil },
		"bad game version": func(c *CreateVersion) { c.GameVersions = []string{"<b>"} },
		"no files":         func(c *CreateVersion) { c.Files = nil },
		"too many files":   func(c *CreateVersion) { c.Files = many },
		"no primary":       func(c *CreateVersion) { c.Files = []File{jar("a")} },
		"two primaries":    func(c *CreateVersion) { c.Files = []File{primary(jar("a")), primary(jar("b"))} },
		"same file twice":  func(c *CreateVersion) { b := jar("a"); b.Name = "b.jar"; c.Files = append(c.Files, b) },
		"same name twice":  func(c *CreateVersion) { b := jar("b"); b.Name = "a.jar"; c.Files = append(c.Files, b) },
		"traversal":        func(c *CreateVersion) { c.Files[0].Name = "../a.jar" },
		"hidden name":      func(c *CreateVersion) { c.Files[0].Name = "a\u202e.jar" },
		"no hash":          func(c *CreateVersion) { c.Files[0].SHA512 = "" },
		"file kind":        func(c *CreateVersion) { c.Files[0].Kind = "virus" },
		"dep kind":         func(c *CreateVersion) { c.Dependencies = []Dependency{{Project: "AAAAAAAA", Kind: "loves"}} },
		"dep nameless":     func(c *CreateVersion) { c.Dependencies = []Dependency{{Kind: "required"}} },
		"dep id":           func(c *CreateVersion) { c.Dependencies = []Dependency{{Project: "../x", Kind: "required"}} },
		"dep twice": func(c *CreateVersion) {
			c.Dependencies = []Dependency{{Project: "AAAAAAAA", Kind: "required"}, {Project: "AAAAAAAA", Kind: "required"}}
		},
		"dep many": func(c *CreateVersion) { c.Dependencies = make([]Dependency, maxDependencies+1) },
	} {
		t.Run(name, func(t *testing.T) {
			c := release()
			spoil(&c)
			_, err := DecideVersion(ProjectVersion{Project: given(t)}, c)
			refused(t, err, fault.KindInvalid)
		})
	}
}

func TestLoadersBelongToTheType(t *testing.T) {
	for _, c := range []struct {
		of     Type
		loader string
		ok     bool
	}{
		{TypeMod, "paper", true}, {TypeMod, "datapack", true}, {TypePlugin, "paper", true}, {TypePlugin, "fabric", false},
		{TypeModpack, "quilt", true}, {TypeModpack, "paper", false}, {TypeShader, "iris", true}, {TypeResourcepack, "minecraft", true},
		{TypeSoftware, "linux", true}, {TypeLanguage, "language", true}, {TypeDatapack, "datapack", true},
	} {
		if _, err := loaders(c.of, []string{c.loader}); (err == nil) != c.ok {
			t.Errorf("%s on %s: %v", c.of, c.loader, err)
		}
	}
}

func TestAnImportedVersionMayHaveFilesOnAnotherSite(t *testing.T) {
	c := release()
	c.Imported, c.GameVersions, c.Loaders = true, nil, nil
	c.Files = []File{{URL: "https://example.com/a.jar", Name: "a.jar", Primary: true}}
	if _, err := DecideVersion(ProjectVersion{Project: given(t)}, c); err != nil {
		t.Fatal(err)
	}
	c.Files = nil
	if _, err := DecideVersion(ProjectVersion{Project: given(t)}, c); err != nil {
		t.Fatal(err)
	}
	c.Files = []File{{URL: "http://example.com/a.jar", Name: "a.jar", Primary: true}}
	_, err := DecideVersion(ProjectVersion{Project: given(t)}, c)
	refused(t, err, fault.KindInvalid)
}

func TestVersionRights(t *testing.T) {
	v := existing(t, primary(jar("a")), jar("b"))
	commands := map[Permissions]func(actor.Actor) VersionCommand{
		UploadVersion: func(a actor.Actor) VersionCommand { return EditVersion{By: a, Name: ptr("Two")} },
		DeleteVersion: func(a actor.Actor) VersionCommand { return RemoveVersion{By: a} },
	}
	for right, command := range commands {
		with, without := given(t, joined(right)...), given(t, joined(AllPermissions&^right)...)
		if _, err := DecideVersion(ProjectVersion{Project: with, Version: v}, command(actor.Actor{Account: bob})); err != nil {
			t.Error(err)
		}
		_, err := DecideVersion(ProjectVersion{Project: without, Version: v}, command(actor.Actor{Account: bob}))
		refused(t, err, fault.KindForbidden)
		_, err = DecideVersion(ProjectVersion{Project: with, Version: v}, command(stranger))
		refused(t, err, fault.KindNotFound)
	}
	if _, err := DecideVersion(ProjectVersion{Project: given(t), Version: v}, EditVersion{By: moderator, Reason: because, Name: ptr("Two")}); err != nil {
		t.Error(err)
	}
	_, err := DecideVersion(ProjectVersion{Project: given(t), Version: v}, RemoveVersion{By: moderator})
	refused(t, err, fault.KindForbidden)
}

func TestEditingAVersion(t *testing.T) {
	p, v := given(t), existing(t, primary(jar("a")), jar("b"))
	got, err := DecideVersion(ProjectVersion{Project: p, Version: v}, EditVersion{By: owner, Name: ptr("One"), Primary: ptr("5b"), Dependencies: &[]Dependency{}})
	if err != nil {
		t.Fatal(err)
	}
	v = foldVersionFrom(t, v, decisiontest.Payloads(got))
	if !reflect.DeepEqual(decisiontest.Payloads(got), []any{PrimaryFileChosen{Version: v.ID, Project: p.ID, SHA512: "5b"}}) || inList(t, got) != nil || v.primary() != "5b" {
		t.Fatalf("%+v", got)
	}
	for _, c := range []EditVersion{
		{Primary: ptr("none")}, {Primary: ptr("")}, {Loaders: &[]string{}}, {GameVersions: &[]string{}}, {Name: ptr("")},
		{Number: ptr("a b")}, {Channel: ptr(Channel("x"))}, {Status: ptr(VersionStatus("x"))},
	} {
		c.By = owner
		_, err := DecideVersion(ProjectVersion{Project: p, Version: v}, c)
		refused(t, err, fault.KindInvalid)
	}
}

func foldVersionFrom(t testing.TB, v Version, events []any) Version {
	for _, e := range written(t, events) {
		v = EvolveVersion(v, e)
	}
	return v
}

func TestAVersionHasAPrimaryFileAfterFilesAreAddedAndRemoved(t *testing.T) {
	p, v := given(t), existing(t)
	got, err := DecideVersion(ProjectVersion{Project: p, Version: v}, AddFiles{By: owner, Files: []File{primary(jar("b"))}})
	if err != nil {
		t.Fatal(err)
	}
	v = foldVersionFrom(t, v, decisiontest.Payloads(got))
	_, err = DecideVersion(ProjectVersion{Project: p, Version: v}, AddFiles{By: owner, Files: []File{jar("b")}})
	refused(t, err, fault.KindInvalid)
	got, err = DecideVersion(ProjectVersion{Project: p, Version: v}, RemoveFile{By: owner, SHA512: "5a"})
	if err != nil {
		t.Fatal(err)
	}
	v = foldVersionFrom(t, v, decisiontest.Payloads(got))
	if v.primary() != "5b" || len(v.Files) != 1 {
		t.Fatalf("%+v", v.Files)
	}
	_, err = DecideVersion(ProjectVersion{Project: p, Version: v}, RemoveFile{By: owner, SHA512: "5b"})
	refused(t, err, fault.KindInvalid)
	_, err = DecideVersion(ProjectVersion{Project: p, Version: v}, RemoveFile{By: owner, SHA512: "5z"})
	refused(t, err, fault.KindNotFound)
}

func TestTheLastVersionOfAProjectInReviewCannotBeDeleted(t *testing.T) {
	v := existing(t)
	_, err := DecideVersion(ProjectVersion{Project: given(t, inReview), Version: v}, RemoveVersion{By: owner, Versions: 1})
	refused(t, err, fault.KindInvalid)
	for _, p := range []State{given(t), given(t, inReview)} {
		got, err := DecideVersion(ProjectVersion{Project: p, Version: v}, RemoveVersion{By: owner, Versions: 2})
		if err != nil || !reflect.DeepEqual(inList(t, got), []any{VersionRemoved{Version: v.ID}}) {
			t.Fatal(got, err)
		}
	}
}

func TestADeletedVersionIsNotFoundAndItsFilesAreReleased(t *testing.T) {
	v := foldVersionFrom(t, existing(t), []any{VersionDeleted{Version: "VVVVVVV1", Project: "PPPPPPP1"}})
	_, err := DecideVersion(ProjectVersion{Project: given(t), Version: v}, EditVersion{By: owner, Name: ptr("x")})
	refused(t, err, fault.KindNotFound)
	const same = "PPPPPPP1"
	if !Blocks(existing(t), given(t), same) || Blocks(v, given(t), same) || Blocks(existing(t), given(t, Deleted{}), same) || Blocks(Version{}, State{}, same) {
		t.Fatal("the files of a deleted version are still reserved")
	}
	held := EvolveFile(FileHolders{}, FileReserved{Version: "VVVVVVV1"})
	if got := EvolveFile(held, FileReleased{Version: "other"}); !slices.Equal(got.Versions, held.Versions) {
		t.Fatal("released by another version")
	}
}

func TestAFileIsKeptFromOtherProjectsOnlyByAnEstablishedOne(t *testing.T) {
	approved := State{ID: "P1", Status: Listed, EverApproved: true}
	for _, c := range []struct {
		project State
		blocks  bool
	}{
		{State{ID: "P1", Status: Draft}, false},
		{State{ID: "P1", Status: Processing}, false},
		{State{ID: "P1", Status: Refused}, false},
		{State{ID: "P1", Status: Refused, EverApproved: true}, false},
		{State{ID: "P1", Status: Draft, EverApproved: true}, true},
		{State{ID: "P1", Status: Processing, EverApproved: true}, true},
		{State{ID: "P1", Status: Private, EverApproved: true}, true},
		{State{ID: "P1", Status: Held}, true}, // everybody can see it
		{approved, true},
		{State{ID: "P1", Status: Listed, EverApproved: true, Gone: true}, false},
	} {
		if got := Blocks(Version{ID: "V1"}, c.project, "P2"); got != c.blocks {
			t.Errorf("%+v blocks the file: %v", c.project, got)
		}
	}
	if !Blocks(Version{ID: "V1"}, State{ID: "P1", Status: Draft}, "P1") {
		t.Error("a project has a file twice")
	}
	var c FileHolders
	for _, v := range []string{"1", "2", "3", "2", "4", "5", "6", "7", "8", "9"} {
		c = EvolveFile(c, FileReserved{Version: v})
	}
	if want := []string{"3", "2", "4", "5", "6", "7", "8", "9"}; !slices.Equal(c.Versions, want) {
		t.Errorf("the holders are %v, want %v", c.Versions, want)
	}
}

func TestAVersionIsCheckedBeforeItsFilesAreUploaded(t *testing.T) {
	c := release()
	c.Files = nil
	one := []Announced{{Primary: true}, {Kind: "sources-jar"}}
	if err := c.Check(given(t), one); err != nil {
		t.Fatal(err)
	}
	for name, coming := range map[string][]Announced{
		"none": nil, "no primary": {{}}, "two primaries": {{Primary: true}, {Primary: true}}, "kind": {{Primary: true, Kind: "virus"}},
		"many": append(make([]Announced, MaxFiles), Announced{Primary: true}),
	} {
		t.Run(name, func(t *testing.T) { refused(t, c.Check(given(t), coming), fault.KindInvalid) })
	}
	c.Number = "a b"
	refused(t, c.Check(given(t), one), fault.KindInvalid)
	c.Number, c.By = "1", stranger
	refused(t, c.Check(given(t), one), fault.KindNotFound)
}

func TestAnEditIsCheckedBeforeItsFilesAreUploaded(t *testing.T) {
	p, v := given(t), existing(t, primary(jar("a")), jar("b"))
	all := []string{"5a", "5b"}
	if err := (EditVersion{By: owner, Remove: all}).Check(p, v, []Announced{{Primary: true}}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		edit   EditVersion
		coming []Announced
	}{
		"nothing stays":                {EditVersion{Remove: all}, nil},
		"another's file":               {EditVersion{Remove: []string{"5z"}}, nil},
		"two primaries":                {EditVersion{Primary: ptr("5b")}, []Announced{{Primary: true}}},
		"primary file that is removed": {EditVersion{Primary: ptr("5a"), Remove: []string{"5a"}}, []Announced{{}}},
		"kind":                         {EditVersion{}, []Announced{{Kind: "virus"}}},
		"kind of an unknown file":      {EditVersion{Kinds: map[string]string{"5z": "dev-jar"}}, nil},
		"many":                         {EditVersion{}, make([]Announced, MaxFiles-1)},
		"name":                         {EditVersion{Name: ptr("")}, []Announced{{}}},
	} {
		c.edit.By = owner
		t.Run(name, func(t *testing.T) { refused(t, c.edit.Check(p, v, c.coming), fault.KindInvalid) })
	}
	upload := given(t, joined(UploadVersion)...)
	refused(t, EditVersion{By: actor.Actor{Account: bob}, Remove: []string{"5a"}}.Check(upload, v, nil), fault.KindForbidden)

	full := v
	for len(full.Files) < MaxFiles {
		full.Files = append(full.Files, jar(fmt.Sprint(len(full.Files))))
	}
	refused(t, AddFiles{By: owner}.Check(p, full), fault.KindInvalid)
	refused(t, AddFiles{By: stranger}.Check(p, v), fault.KindNotFound)
	if err := (AddFiles{By: owner}).Check(p, v); err != nil {
		t.Error(err)
	}
}

func TestANewFileMayBecomePrimary(t *testing.T) {
	p, v := given(t), existing(t, primary(jar("a")))
	got, err := DecideVersion(ProjectVersion{Project: p, Version: v}, EditVersion{By: owner, Add: []File{jar("b"), primary(jar("c"))}, Remove: []string{"5a"}})
	if err != nil {
		t.Fatal(err)
	}
	v = foldVersionFrom(t, v, decisiontest.Payloads(got))
	if v.primary() != "5c" || len(v.Files) != 2 {
		t.Fatalf("%+v", v.Files)
	}
	_, err = DecideVersion(ProjectVersion{Project: p, Version: v}, EditVersion{By: owner, Add: []File{primary(jar("d"))}, Primary: ptr("5b")})
	refused(t, err, fault.KindInvalid)
}
