package main

import (
	"reflect"
	"testing"
)

// authorisationParts has a method for each area that keeps its objects and requests of the table in its own file. The methods are found by
// reflection, so that there is no list of them.
type authorisationParts struct{}

// part is what an area adds to the table's objects and requests.
type part struct {
	objects  map[string]func(*authorised) thing
	requests map[string]builder
}

// parts are the results of all methods of authorisationParts, in the order of their names.
func parts() (list []part) {
	all := reflect.ValueOf(authorisationParts{})
	for i := range all.NumMethod() {
		list = append(list, all.Method(i).Interface().(func() part)())
	}
	return list
}

func TestEveryObjectAndRequestOfTheTableIsMadeInOnePlace(t *testing.T) {
	t.Parallel()
	made := map[string]bool{}
	for name := range objects() {
		made[name] = true
	}
	for _, p := range parts() {
		for name := range p.objects {
			if made[name] {
				t.Errorf("the object %s is made twice", name)
			}
			made[name] = true
		}
	}
	asked := map[string]bool{}
	for _, list := range requestLists() {
		for route := range list {
			if asked[route] {
				t.Errorf("the request of %s is written twice", route)
			}
			asked[route] = true
		}
	}
	for _, name := range []string{"project", "claim", "talk-feed"} {
		if !made[name] {
			t.Errorf("the object %s is not found", name)
		}
	}
}
