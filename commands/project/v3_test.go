package project

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestTheNamesOfTheThirdVersionAreTheStoredOnes(t *testing.T) {
	var in projectPatchV3
	if err := json.Unmarshal([]byte(`{"name":"a","environment":"client_only"}`), &in); err != nil {
		t.Fatal(err)
	}
	patch, err := in.v2()
	if err != nil || patch.Title.value != "a" || *patch.ClientSide.pointer() != "required" || *patch.ServerSide.pointer() != "unsupported" {
		t.Errorf("%+v, %v", patch, err)
	}
	in.Environment.value = "moon"
	if _, err := in.v2(); err == nil {
		t.Error("an unknown environment was accepted")
	}
	for body, want := range map[string][]string{
		`{"loaders":["mrpack"],"mrpack_loaders":["fabric","quilt"]}`: {"fabric", "quilt"}, `{"mrpack_loaders":["forge"]}`: {"forge"},
		`{"loaders":["fabric"]}`: {"fabric"}, `{"loaders":["fabric"],"mrpack_loaders":["forge"]}`: {"fabric"},
	} {
		var v versionPatch
		if err := json.Unmarshal([]byte(body), &v); err != nil {
			t.Fatal(err)
		}
		if got := v.loaders(); got == nil || !slices.Equal(*got, want) {
			t.Errorf("%s: %v, want %v", body, got, want)
		}
	}
	if (versionPatch{}).loaders() != nil {
		t.Error("loaders that were not sent change something")
	}
}
