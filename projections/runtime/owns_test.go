package runtime_test

import (
	"testing"

	"github.com/modyard/modyard/projections/runtime"
)

func TestOwnsRecognisesSchemasOfReadModels(t *testing.T) {
	names := []string{"catalog", "frog"}
	for schema, want := range map[string]bool{
		"catalog": true, "catalog_v2": true, "catalog_v12_rebuild": true, "catalog_v2_old": true, "frog_v1_verify": true, "runtime": true,
		"log": false, "identity": false, "staging": false, "catalogue": false, "public": false, "catalog_extra": false,
	} {
		if got := runtime.Owns(schema, names); got != want {
			t.Errorf("%s: %v, want %v", schema, got, want)
		}
	}
}
