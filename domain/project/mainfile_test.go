package project

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/modyard/modyard/domain/decision/decisiontest"
)

func filesNamed(names ...string) []File {
	var out []File
	for _, name := range names {
		f := jar(name)
		f.Name = name
		out = append(out, f)
	}
	return out
}

func TestTheMainFileIsNeverOneThatAccompaniesAnother(t *testing.T) {
	text, err := os.ReadFile("testdata/mainfiles.json") // the browser's tests read it too
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Main  string
		Files []string
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) < 20 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		list := filesNamed(c.Files...)
		if got := list[MainFile(list)].Name; got != c.Main {
			t.Errorf("%v: %s, want %s", c.Files, got, c.Main)
		}
	}
	kinds := filesNamed("a.jar", "b.jar", "c.zip", "d.jar")
	kinds[0].Kind, kinds[1].Kind, kinds[2].Kind, kinds[3].Kind = "sources-jar", "dev-jar", "required-resource-pack", "unknown"
	if i := MainFile(kinds); i != 3 {
		t.Error(i)
	}
	if MainFile(nil) != -1 {
		t.Error("a main file of none")
	}
}

// after is the name of the primary file after a command.
func after(t *testing.T, v Version, c VersionCommand) string {
	t.Helper()
	events, err := DecideVersion(ProjectVersion{Project: given(t), Version: v}, c)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range decisiontest.Payloads(events) {
		v = EvolveVersion(v, e)
	}
	i := slices.IndexFunc(v.Files, func(f File) bool { return f.Primary })
	if i < 0 {
		return ""
	}
	return v.Files[i].Name
}

func TestTheMainFileFollowsWhenItIsDeleted(t *testing.T) {
	files := filesNamed("reed.jar", "reed-sources.jar", "reed.jar.asc", "reed-api.jar", "reed-fabric.jar")
	files[0].Primary = true
	v := existing(t, files...)
	if got := after(t, v, RemoveFile{By: owner, SHA512: files[0].SHA512}); got != "reed-fabric.jar" {
		t.Error(got)
	}
	if got := after(t, v, EditVersion{By: owner, Remove: []string{files[0].SHA512, files[4].SHA512}}); got != "reed-api.jar" {
		t.Error(got)
	}
	fresh := filesNamed("reed-2.jar", "notes.jar")
	if got := after(t, v, EditVersion{By: owner, Remove: []string{files[0].SHA512, files[4].SHA512}, Add: []File{fresh[1], fresh[0]}, Beside: []string{fresh[1].SHA512}}); got != "reed-2.jar" {
		t.Error(got)
	}
	if got := after(t, v, EditVersion{By: owner, Kinds: map[string]string{files[0].SHA512: "sources-jar"}}); got != "reed-fabric.jar" {
		t.Error(got)
	}
}

func TestTheMainFileFollowsWhenABetterOneIsAdded(t *testing.T) {
	sources := filesNamed("reed-sources.jar", "reed.jar", "notes.jar", "reed-api.jar")
	v := existing(t, primary(sources[0]))
	for want, add := range map[string][]File{
		"reed.jar":         {sources[3], sources[2], sources[1]},
		"reed-sources.jar": {sources[2], sources[3]}, // a file that no loader reads takes no place
	} {
		for _, c := range []VersionCommand{AddFiles{By: owner, Files: add, Beside: []string{sources[2].SHA512}}, EditVersion{By: owner, Add: add, Beside: []string{sources[2].SHA512}}} {
			if got := after(t, v, c); got != want {
				t.Errorf("%T: %s, want %s", c, got, want)
			}
		}
	}
	if got := after(t, v, EditVersion{By: owner, Add: []File{sources[1]}, Primary: &sources[0].SHA512}); got != "reed-sources.jar" {
		t.Errorf("%s: the author chose another one", got)
	}
	meant := existing(t, primary(sources[0]), sources[1])
	if got := after(t, meant, AddFiles{By: owner, Files: filesNamed("more.jar")}); got != "reed-sources.jar" {
		t.Errorf("%s: the author had chosen another one", got)
	}
	plain := existing(t, primary(sources[1]))
	if got := after(t, plain, AddFiles{By: owner, Files: filesNamed("more.jar")}); got != "reed.jar" {
		t.Error(got)
	}
	empty := existing(t)
	empty.Files = nil
	for _, c := range []VersionCommand{AddFiles{By: owner, Files: sources}, EditVersion{By: owner, Add: sources}} {
		if got := after(t, empty, c); got != "reed.jar" {
			t.Errorf("%T: %s", c, got)
		}
	}
}
