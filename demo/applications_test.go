package demo

import (
	"slices"
	"testing"
)

func TestTheSetHasApplicationsOfWhichOneIsAuthorised(t *testing.T) {
	d, _ := deps(t)
	for range 2 { // the second load has no effect
		if err := Applications(t.Context(), d, Catalogue{}); err != nil {
			t.Fatal(err)
		}
	}
	var types []string
	for _, e := range events(t, d) {
		if e.Meta.At.After(Today()) {
			t.Errorf("%s has the date %s", e.Stream, e.Meta.At)
		}
		types = append(types, e.Type)
	}
	slices.Sort(types)
	if want := []string{
		"application.registered.v1", "application.registered.v1", "applications.listed.v1", "applications.listed.v1", "authorization.granted.v1",
	}; !slices.Equal(types, want) {
		t.Errorf("%v", types)
	}
}
