package project

import (
	"context"
	"fmt"
	"slices"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
)

// types are the types of a project whose listed versions have these loaders. The address, search and documents of a project
// follow from the same function.
func types(chosen project.Type, loaders []string) []project.Type {
	var list []project.Type
	for _, name := range contract.ProjectTypes(string(chosen), loaders) {
		list = append(list, project.Type(name))
	}
	return list
}

// checked are the number of the project's versions and the types that the publishing checklist needs. Only a project of type
// mod may have versions of several types, and they count only while its environment is missing: then the versions are read
// until one is a mod.
func (t *Target) checked(ctx context.Context) (versions int, of []project.Type, err error) {
	list, err := t.list(ctx)
	if err != nil {
		return 0, nil, err
	}
	s, versions := t.State(), list.State().Len()
	if s.Type != project.TypeMod || s.Environments.Known() {
		return versions, types(s.Type, nil), nil
	}
	var loaders []string
	for _, id := range list.State().IDs() {
		v, err := Versions().Get(ctx, t.tx, id)
		if err != nil {
			return 0, nil, fmt.Errorf("load version of checklist: %w", err)
		}
		if !v.State().Status.Listed() {
			continue
		}
		loaders = append(loaders, v.State().Loaders...)
		if of = types(s.Type, loaders); slices.Contains(of, project.TypeMod) {
			return versions, of, nil
		}
	}
	return versions, types(s.Type, loaders), nil
}
