package demo_test

import (
	"testing"

	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/platform/software"
)

func TestTheSoftwareOfTheDemonstrationIsTheStandIn(t *testing.T) {
	s, err := software.ParseCatalogue(demo.Software())
	if err != nil {
		t.Fatal(err)
	}
	loaders, err := s.Loaders(t.Context())
	if err != nil || len(loaders) < 4 {
		t.Fatalf("%v, %v", loaders, err)
	}
	for _, loader := range loaders {
		games, err := s.Games(t.Context(), loader)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if r, err := s.Resolve(t.Context(), loader, g.Version, ""); err != nil || r.Kind != software.KindStandIn || len(r.Files) > 0 {
				t.Errorf("%s %s: %+v, %v", loader, g.Version, r, err)
			}
		}
	}
	// What the demonstration's servers are said to run.
	for _, of := range [][3]string{{software.NeoForge, "1.21.1", "21.1.95"}, {software.Fabric, "1.21.8", "0.16.14"}, {software.Paper, "1.21.4", "129"}} {
		if _, err := s.Resolve(t.Context(), of[0], of[1], of[2]); err != nil {
			t.Error(err)
		}
	}
}
