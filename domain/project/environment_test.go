package project

import (
	"reflect"
	"testing"

	"github.com/modyard/modyard/domain/decision/decisiontest"
)

func decideVersion(t *testing.T, p State, v Version, c VersionCommand) []any {
	t.Helper()
	events, err := DecideVersion(ProjectVersion{Project: p, Version: v}, c)
	if err != nil {
		t.Fatal(err)
	}
	return decisiontest.Payloads(events)
}

func TestAVersionHasItsOwnEnvironmentUntilThatOfTheProjectChanges(t *testing.T) {
	p := given(t, EnvironmentsChanged{Environments: Environment{Client: "required", Server: "optional"}})
	c := release()
	c.Environment = "client_only"
	v := foldVersion(t, decideVersion(t, p, Version{}, c)...)
	if got := v.OwnEnvironment(p); got != "client_only" {
		t.Fatalf("the new version has %q", got)
	}
	p = Evolve(p, EnvironmentsChanged{Environments: Environment{Client: "unsupported", Server: "required"}})
	if got := v.OwnEnvironment(p); got != "" {
		t.Errorf("after a change of the project, the version still has %q", got)
	}
	name := "singleplayer_only"
	events := decideVersion(t, p, v, EditVersion{By: owner, Environment: &name})
	want := []any{VersionEnvironmentSet{Version: v.ID, Project: v.Project, Environment: name, EnvironmentAfter: 2}}
	if !reflect.DeepEqual(events, want) {
		t.Fatalf("%+v, want %+v", events, want)
	}
	v = EvolveVersion(v, events[0])
	if got := v.OwnEnvironment(p); got != name {
		t.Errorf("the edited version has %q", got)
	}
	if events := decideVersion(t, p, v, EditVersion{By: owner, Environment: &name}); len(events) != 0 {
		t.Errorf("the same environment again: %+v", events)
	}
	name = "moon"
	if _, err := DecideVersion(ProjectVersion{Project: p, Version: v}, EditVersion{By: owner, Environment: &name}); err == nil {
		t.Error("an unknown environment was accepted")
	}
}

func TestAProjectWithoutAnEnvironmentAdoptsThatOfAVersion(t *testing.T) {
	adopt := AdoptEnvironment{By: owner, Environments: Environment{Client: "required", Server: "unsupported"}}
	p := given(t)
	p.Environments = Environment{}
	events, err := Decide(p, adopt)
	if err != nil || !reflect.DeepEqual(decisiontest.Payloads(events), []any{EnvironmentsChanged{Environments: adopt.Environments}}) {
		t.Errorf("%+v, %v", events, err)
	}
	p.Environments = Environment{Client: "optional", Server: "unknown"}
	if events, err := Decide(p, adopt); err != nil || len(events) != 0 {
		t.Errorf("a project with an environment: %+v, %v", events, err)
	}
	p.Environments, adopt.By = Environment{}, stranger
	if _, err := Decide(p, adopt); err == nil {
		t.Error("a stranger gives the project an environment")
	}
}

func TestTheSameEnvironmentEverywhereIsAnEvent(t *testing.T) {
	p := given(t)
	same := p.Environments
	if events, err := Decide(p, Edit{By: owner, Environments: &same}); err != nil || len(events) != 0 {
		t.Errorf("the same environment: %+v, %v", events, err)
	}
	if events, err := Decide(p, Edit{By: owner, Environments: &same, Everywhere: true}); err != nil || len(events) != 1 {
		t.Errorf("the same environment for all versions: %+v, %v", events, err)
	}
}
