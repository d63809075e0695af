package project

import (
	"context"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/httpkit"
)

const maxBulk = 100

// bulkPatch is the body of PATCH /projects?ids=…: lists are replaced, or added to and removed from.
type bulkPatch struct {
	Categories       field[[]string]        `json:"categories,omitzero"`
	AddCategories    []string               `json:"add_categories,omitempty"`
	RemoveCategories []string               `json:"remove_categories,omitempty"`
	Additional       field[[]string]        `json:"additional_categories,omitzero"`
	AddAdditional    []string               `json:"add_additional_categories,omitempty"`
	RemoveAdditional []string               `json:"remove_additional_categories,omitempty"`
	Donations        field[[]donationInput] `json:"donation_urls,omitzero" null:"clears"`
	AddDonations     []donationInput        `json:"add_donation_urls,omitempty"`
	RemoveDonations  []donationInput        `json:"remove_donation_urls,omitempty"`
	IssuesURL        field[string]          `json:"issues_url,omitzero" null:"clears"`
	SourceURL        field[string]          `json:"source_url,omitzero" null:"clears"`
	WikiURL          field[string]          `json:"wiki_url,omitzero" null:"clears"`
	DiscordURL       field[string]          `json:"discord_url,omitzero" null:"clears"`
	Reason           *reason.Reason         `json:"reason,omitempty"`
}

type editProjects struct {
	IDs  httpkit.IDs `query:"ids" required:"true" doc:"资源 ID 的 JSON 数组，1 到 100 个"`
	Body bulkPatch
}

// bulkEdit is PATCH /projects: it changes all projects or none.
func bulkEdit(ctx context.Context, tx *commands.Tx, in *editProjects) error {
	list := in.IDs.Items
	if len(list) == 0 || len(list) > maxBulk {
		return fault.Invalid("ids", "一次可修改 1 到 100 个项目。")
	}
	done := map[string]bool{}
	for _, id := range list {
		t, err := Find(ctx, tx, id)
		if err != nil {
			return err
		}
		if done[t.State().ID] {
			continue
		}
		done[t.State().ID] = true
		if err := t.Do(in.Body.command(t.State(), t.By)); err != nil {
			return err
		}
	}
	return nil
}

func (in bulkPatch) command(s project.State, by actor.Actor) project.Edit {
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

// merged replaces a list, removes values and adds values that are missing.
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
