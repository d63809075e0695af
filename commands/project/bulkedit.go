package project

import (
	"context"
	"net/http"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

const maxBulk = 100

// bulkPatch is the body of PATCH /projects?ids=…: lists are replaced, or added to and removed from.
type bulkPatch struct {
	Categories       field[[]string]        `json:"categories"`
	AddCategories    []string               `json:"add_categories"`
	RemoveCategories []string               `json:"remove_categories"`
	Additional       field[[]string]        `json:"additional_categories"`
	AddAdditional    []string               `json:"add_additional_categories"`
	RemoveAdditional []string               `json:"remove_additional_categories"`
	Donations        field[[]donationInput] `json:"donation_urls"`
	AddDonations     []donationInput        `json:"add_donation_urls"`
	RemoveDonations  []donationInput        `json:"remove_donation_urls"`
	IssuesURL        field[string]          `json:"issues_url"`
	SourceURL        field[string]          `json:"source_url"`
	WikiURL          field[string]          `json:"wiki_url"`
	DiscordURL       field[string]          `json:"discord_url"`
	Reason           *reason.Reason         `json:"reason"`
}

// bulkEdit is PATCH /projects: all of them, or none.
func (s *Service) bulkEdit(w http.ResponseWriter, r *http.Request) error {
	by, req, err := authorise(r, identity.ScopeProjectWrite)
	if err != nil {
		return err
	}
	list, err := httpkit.IDs(r, "ids")
	if err != nil {
		return err
	}
	if len(list) == 0 || len(list) > maxBulk {
		return fault.Invalid("ids", "一次可修改 1 到 100 个资源。")
	}
	var in bulkPatch
	if err := httpkit.DecodeJSON(r, &in); err != nil {
		return err
	}
	outcome, err := s.handler.Handle(r.Context(), req, func(ctx context.Context, d *commands.Decision) error {
		done := map[string]bool{}
		for _, id := range list {
			t, err := s.target(ctx, d, by, id)
			if err != nil {
				return err
			}
			if done[t.state.ID] {
				continue
			}
			done[t.state.ID] = true
			if err := t.do(in.command(t.state, t.by)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

func (in bulkPatch) command(s project.State, by project.Actor) project.Edit {
	featured := merged(s.Categories, in.Categories.pointer(), in.AddCategories, in.RemoveCategories)
	additional := merged(s.Additional, in.Additional.pointer(), in.AddAdditional, in.RemoveAdditional)
	links := s.Links
	var replace *[]project.Donation
	if in.Donations.set {
		list := donations(in.Donations.value)
		replace = &list
	}
	links.Donation = merged(links.Donation, replace, donations(in.AddDonations), donations(in.RemoveDonations))
	in.IssuesURL.into(&links.Issues)
	in.SourceURL.into(&links.Source)
	in.WikiURL.into(&links.Wiki)
	in.DiscordURL.into(&links.Discord)
	return project.Edit{By: by, Reason: in.Reason, Categories: &featured, Additional: &additional, Links: &links}
}

// merged replaces a list, takes some out and adds what is not there yet.
func merged[T comparable](old []T, replace *[]T, add, remove []T) []T {
	out := slices.Clone(old)
	if replace != nil {
		out = slices.Clone(*replace)
	}
	out = slices.DeleteFunc(out, func(v T) bool { return slices.Contains(remove, v) })
	for _, v := range add {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
