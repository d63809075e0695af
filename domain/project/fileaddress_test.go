package project_test

import (
	"encoding/json"
	"testing"

	"github.com/modyard/modyard/domain/project"
)

func TestAnAddressThatWasStoredBeforeIsReadWithItsPlusSignEscaped(t *testing.T) {
	for stored, want := range map[string]string{
		`{"sha512":"aa","url":"https://site.example/data/p/versions/v/b/x+y+z.jar","name":"x+y+z.jar"}`: "https://site.example/data/p/versions/v/b/x%2By%2Bz.jar",
		`{"sha512":"aa","url":"https://site.example/data/p/versions/v/b/x%2By%20%2525.jar"}`:            "https://site.example/data/p/versions/v/b/x%2By%20%2525.jar",
		`{"sha512":"aa","url":"https://site.example/data/p/versions/v/b/x.jar"}`:                        "https://site.example/data/p/versions/v/b/x.jar",
		// The address of another site stays as its site wrote it.
		`{"url":"https://other.example/get?file=x+y.jar","name":"x y.jar"}`: "https://other.example/get?file=x+y.jar",
	} {
		var e project.VersionCreated
		if err := json.Unmarshal([]byte(`{"files":[`+stored+`]}`), &e); err != nil || len(e.Files) != 1 || e.Files[0].URL != want {
			t.Errorf("%s: %+v %v", stored, e.Files, err)
		}
		// It is stored as it is read.
		again, err := json.Marshal(e.Files[0])
		var f project.File
		if err != nil || json.Unmarshal(again, &f) != nil || f != e.Files[0] {
			t.Errorf("%s: %s %+v %v", stored, again, f, err)
		}
	}
	var f project.File
	if err := json.Unmarshal([]byte(`{"url":5}`), &f); err == nil {
		t.Error("a number is an address")
	}
}
