package translation

import (
	"context"
	"errors"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/translation"
)

type linkInput struct {
	Language    string         `json:"language_code" enum:"zh_CN,zh_TW,en_US"`
	Description string         `json:"description,omitempty" doc:"最多 500 个字符"`
	Reason      *reason.Reason `json:"reason,omitempty"`
}

type askLink struct {
	Ends
	Body linkInput
}

// ask is POST /version/{id}/link/{target}.
func ask(ctx context.Context, tx *commands.Tx, in *askLink) error {
	links, from, to, err := in.ends(ctx, tx)
	if err != nil {
		return err
	}
	return put(ctx, tx, links, translation.Ask{
		From: from, To: to, Language: translation.Language(in.Body.Language), Description: in.Body.Description, Reason: in.Body.Reason,
	})
}

// put asks for a link, or changes it, and writes that in its thread.
func put(ctx context.Context, tx *commands.Tx, links *entity, c translation.Ask) error {
	c.Thread = threadOf(c.From.Version.ID, c.To.Version.ID)
	return do(ctx, tx, links, c.From, c.To, c, "申请标为汉化（"+languageName(c.Language)+"）。"+quoted(c.Description))
}

type withdrawLink struct {
	Ends
	commands.Because
}

// withdraw is DELETE /version/{id}/link/{target}. The original may be gone.
func withdraw(ctx context.Context, tx *commands.Tx, in *withdrawLink) error {
	from, err := end(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	links, err := Links().Get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return takeBack(ctx, tx, links, translation.Withdraw{From: from, Target: in.Target, Reason: in.Reason()})
}

// takeBack withdraws a link, and writes that in its thread. Of an original that is gone nobody reads it.
func takeBack(ctx context.Context, tx *commands.Tx, links *entity, c translation.Withdraw) error {
	to, err := end(ctx, tx, c.Target)
	var f *fault.Error
	switch {
	case errors.As(err, &f) && f.Kind == fault.KindNotFound:
		return links.Do(c)
	case err != nil:
		return err
	}
	body := "已撤回。"
	if c.Reason != nil && c.From.By.Staff() && !c.From.Writes() {
		body += because(c.Reason.To(c.From.Project.Owner))
	}
	return do(ctx, tx, links, c.From, to, c, body)
}

// OfVersions are the links of versions as commands on versions set and answer them.
type OfVersions struct{}

// LinksOf are the links of a version that count, by their targets.
func (OfVersions) LinksOf(ctx context.Context, tx *commands.Tx, version string) ([]contract.VersionLink, error) {
	links, err := Links().Get(ctx, tx, version)
	if err != nil {
		return nil, err
	}
	list := []contract.VersionLink{}
	for _, target := range links.State().Targets() {
		l := links.State().Links[target]
		list = append(list, contract.VersionLink{
			JoiningVersionID: target, LinkType: "translation", LanguageCode: string(l.Language), Description: l.Description,
			ApprovalStatus: string(l.Status), ThreadID: l.Thread,
		})
	}
	return list, nil
}

// SetLinks makes a list the whole list of a version's links, within a command on the version: missing links are
// withdrawn, new ones are asked for. It returns a fault that names the field version_links.
func (OfVersions) SetLinks(ctx context.Context, tx *commands.Tx, at *project.VersionTarget, list []project.VersionLink, why *reason.Reason) error {
	if len(list) > translation.MaxLinks {
		return fault.Invalid("version_links", fmt.Sprintf("每个版本最多声明 %d 个所汉化的版本。", translation.MaxLinks))
	}
	wanted := map[string]bool{}
	for _, l := range list {
		if l.Type != "" && l.Type != "translation" {
			return fault.Invalid("version_links", "关系的类型须为 translation。")
		}
		if wanted[l.Version] {
			return fault.Invalid("version_links", "所汉化的版本不能重复。")
		}
		wanted[l.Version] = true
	}
	from := translation.End{Project: at.State(), Version: at.Version(), By: at.By}
	links, err := Links().Get(ctx, tx, from.Version.ID)
	if err != nil {
		return err
	}
	for _, target := range links.State().Targets() {
		if wanted[target] {
			continue
		}
		if err := takeBack(ctx, tx, links, translation.Withdraw{From: from, Target: target, Reason: why}); err != nil {
			return err
		}
	}
	for _, l := range list {
		if same, known := links.State().Links[l.Version]; known && same.Is(translation.Language(l.Language), l.Description) {
			continue
		}
		to, err := end(ctx, tx, l.Version)
		if err == nil {
			err = put(ctx, tx, links, translation.Ask{
				From: from, To: to, Language: translation.Language(l.Language), Description: l.Description, Reason: why,
			})
		}
		if err != nil {
			return inList(err)
		}
	}
	return nil
}

// inList is the error of a link as an error of the list: a target that is missing is invalid input.
func inList(err error) error {
	var f *fault.Error
	if errors.As(err, &f) && f.Kind == fault.KindNotFound {
		return fault.Invalid("version_links", "所汉化的版本不存在。")
	}
	return err
}
