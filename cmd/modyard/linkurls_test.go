package main

import (
	"net/http"
	"reflect"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
)

func TestTheLinksOfV3AndTheDonationsOfV2AreOne(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	author := s.person("author", identity.RoleUser)
	id := s.made(author, "/v3/project", inV3("linked", map[string]any{"link_urls": map[string]any{
		"source": "https://example.org/source", "patreon": "https://example.org/patreon", "other": "https://example.org/other", "wiki": nil,
	}}), nil)
	links := func(v2 []contract.Donation, v3 map[string]contract.LinkV3) {
		t.Helper()
		old, found := read[contract.Project](s, author, "/v2/project/"+id), read[contract.ProjectV3](s, author, "/v3/project/"+id)
		if !reflect.DeepEqual(old.DonationURLs, v2) {
			t.Errorf("v2 has %+v, want %+v", old.DonationURLs, v2)
		}
		if !reflect.DeepEqual(found.LinkURLs, v3) {
			t.Errorf("v3 has %+v, want %+v", found.LinkURLs, v3)
		}
	}
	other := contract.LinkV3{Platform: "other", Donation: true, URL: "https://example.org/other"}
	source := contract.LinkV3{Platform: "source", URL: "https://example.org/source"}
	links([]contract.Donation{{ID: "other", Platform: "其他", URL: other.URL}, {ID: "patreon", Platform: "Patreon", URL: "https://example.org/patreon"}},
		map[string]contract.LinkV3{"source": source, "other": other, "patreon": {Platform: "patreon", Donation: true, URL: "https://example.org/patreon"}})

	got := s.ask(author, http.MethodPatch, "/v3/project/"+id, map[string]any{"link_urls": map[string]any{
		"patreon": nil, "ko-fi": "https://example.org/kofi", "source": nil,
	}})
	if got.Status != http.StatusNoContent {
		t.Fatalf("PATCH: %d %s", got.Status, got.Body)
	}
	kofi := contract.LinkV3{Platform: "ko-fi", Donation: true, URL: "https://example.org/kofi"}
	links([]contract.Donation{{ID: "other", Platform: "其他", URL: other.URL}, {ID: "ko-fi", Platform: "Ko-fi", URL: kofi.URL}},
		map[string]contract.LinkV3{"other": other, "ko-fi": kofi})

	s.change(author, http.MethodPatch, "/v2/project/"+id, map[string]any{"donation_urls": []any{
		map[string]any{"id": "ko-fi", "platform": "Ko-fi", "url": "https://example.org/again"},
	}})
	links([]contract.Donation{{ID: "ko-fi", Platform: "Ko-fi", URL: "https://example.org/again"}},
		map[string]contract.LinkV3{"ko-fi": {Platform: "ko-fi", Donation: true, URL: "https://example.org/again"}})

	for _, wrong := range []any{map[string]any{"Ko Fi": "https://example.org/"}, map[string]any{"ko-fi": "ftp://example.org/"}} {
		if got := s.ask(author, http.MethodPatch, "/v3/project/"+id, map[string]any{"link_urls": wrong}); got.Status != http.StatusBadRequest {
			t.Errorf("link_urls %v: %d", wrong, got.Status)
		}
	}
}
