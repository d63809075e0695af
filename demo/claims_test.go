package demo

import (
	"slices"
	"testing"

	commands "github.com/modyard/modyard/commands/claim"
	"github.com/modyard/modyard/domain/claim"
)

func TestTheSetHasClaimsOpenAndDecided(t *testing.T) {
	d, _ := deps(t)
	writes, err := commands.Plan(t.Context(), d.Codec, d.Texts, plannedClaims("Project1", "Team0001"))
	if err != nil {
		t.Fatal(err)
	}
	ended, events := 0, 0
	open := claim.Open{}
	for _, w := range writes {
		for _, e := range w.Events {
			events++
			if e.Meta.At.After(Today()) {
				t.Errorf("%s has the date %s", w.Stream, e.Meta.At)
			}
			switch e.Type {
			case "claim.withdrawn.v1", "claim.rejected.v1":
				ended++
			}
			if w.Stream != "claims-Project1" {
				continue
			}
			decoded, err := d.Codec.Decode(e.Type, e.Data)
			if err != nil {
				t.Fatal(err)
			}
			open = claim.EvolveOpen(open, decoded)
		}
	}
	if ids := open.IDs(); ended != 2 || len(ids) != 1 || open[ids[0]].Account != accountID("砂砾") || events != 15 {
		t.Errorf("%d of the claims have ended, open are %v, with %d events", ended, ids, events)
	}
}

func TestClaimsOfAProjectThatIsNotLoadedAreLeftOut(t *testing.T) {
	d, _ := deps(t)
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if err := Claims(t.Context(), d, c); err != nil {
		t.Fatal(err)
	}
	if got := events(t, d); len(got) != 0 {
		t.Errorf("%d events", len(got))
	}
	if !slices.ContainsFunc(c.Teams, func(team Team) bool { return team.Repost }) {
		t.Error("the set has no repost team")
	}
}
