package filecheck_test

import (
	"slices"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
)

func TestEveryLoaderOfAVersionHasAName(t *testing.T) {
	t.Parallel()
	for _, typ := range []project.Type{
		project.TypeMod, project.TypeModpack, project.TypeShader, project.TypeResourcepack, project.TypeSoftware, project.TypeLanguage,
	} {
		for _, id := range project.Loaders(typ) {
			if !slices.ContainsFunc(contract.Loaders(), func(l contract.Loader) bool { return l.ID == id && l.Name != "" }) {
				t.Errorf("%s has no name", id)
			}
		}
	}
}
