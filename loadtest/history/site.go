package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

const (
	pageSize     = 100
	keepVersions = 10 // newest ones of a project: older ones are hardly downloaded
)

// readSite reads the public projects of a site by their downloads, with their newest versions, over its API.
func readSite(ctx context.Context, address string) ([]thing, error) {
	s := siteReader{base: strings.TrimSuffix(address, "/"), client: &http.Client{Timeout: time.Minute}}
	defer s.client.CloseIdleConnections()
	var things []thing
	for {
		var page struct {
			Hits []struct {
				ID string `json:"project_id"`
			} `json:"hits"`
		}
		if err := s.get(ctx, fmt.Sprintf("/v2/search?index=downloads&limit=%d&offset=%d", pageSize, len(things)), &page); err != nil {
			return nil, err
		}
		if len(page.Hits) == 0 {
			return things, nil
		}
		found := make([]string, len(page.Hits))
		for i, h := range page.Hits {
			found[i] = h.ID
		}
		more, err := s.things(ctx, found)
		if err != nil {
			return nil, err
		}
		things = append(things, more...)
	}
}

type siteReader struct {
	base   string
	client *http.Client
}

func (s siteReader) get(ctx context.Context, path string, out any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
	if err != nil {
		return fmt.Errorf("-site: %w", err)
	}
	res, err := s.client.Do(req)
	if err != nil {
		return fmt.Errorf("read the site: %w", err)
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("read the site: %.60s answers %d", path, res.StatusCode)
	}
	if err := json.NewDecoder(res.Body).Decode(out); err != nil {
		return fmt.Errorf("read the site: %.60s: %w", path, err)
	}
	return nil
}

// siteVersion is what is read of a version.
type siteVersion struct {
	ID      string    `json:"id"`
	Project string    `json:"project_id"`
	Loaders []string  `json:"loaders"`
	Games   []string  `json:"game_versions"`
	At      time.Time `json:"date_published"`
}

// things are projects in the given order; one that has gone meanwhile has no version.
func (s siteReader) things(ctx context.Context, found []string) ([]thing, error) {
	var projects []struct {
		ID       string   `json:"id"`
		Versions []string `json:"versions"`
	}
	if err := s.get(ctx, "/v2/projects?ids="+list(found), &projects); err != nil {
		return nil, err
	}
	things, numbers, wanted := make([]thing, len(found)), map[string]int{}, []string(nil)
	for i, id := range found {
		things[i].id, numbers[id] = id, i
	}
	for _, p := range projects {
		newest := p.Versions[max(0, len(p.Versions)-keepVersions):]
		wanted = append(wanted, newest...)
	}
	for ids := range slices.Chunk(wanted, pageSize) {
		var versions []siteVersion
		if err := s.get(ctx, "/v2/versions?ids="+list(ids), &versions); err != nil {
			return nil, err
		}
		slices.SortStableFunc(versions, func(a, b siteVersion) int { return a.At.Compare(b.At) })
		for _, v := range versions {
			if i, ok := numbers[v.Project]; ok {
				things[i].versions = append(things[i].versions, version{id: v.ID, loader: only(v.Loaders), game: only(v.Games)})
			}
		}
	}
	return things, nil
}

func only(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return ""
}

func list(ids []string) string {
	text, _ := json.Marshal(ids) // strings
	return url.QueryEscape(string(text))
}
