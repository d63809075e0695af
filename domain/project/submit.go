package project

import (
	"slices"
	"strings"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Submit submits a project for review. A project in review keeps its place in the queue.
type Submit struct {
	By         actor.Actor
	Reason     *reason.Reason
	Submission string // id of the review round that begins
	Versions   int    // number of versions of the project
	Types      []Type // those of the loaders of its listed versions; none: the chosen one
}

func (c Submit) decide(s State) ([]any, role.Role, error) {
	if err := s.MayInspect(c.By); err != nil {
		return nil, "", err
	}
	if s.Status == Processing {
		return nil, "", nil
	}
	as := s.RoleOf(c.By, EditDetails)
	if s.Status.reviewed() {
		if as = role.Moderator; !c.By.Staff() {
			return nil, "", fault.Forbidden("该项目已通过审核，无需再次提交。")
		}
	}
	why, err := s.why(c.By, as, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if unmet := Unmet(s, c.Versions, c.Types); len(unmet) > 0 {
		texts := make([]string, len(unmet))
		for i, item := range unmet {
			texts[i] = item.Text
		}
		return nil, "", fault.Invalid("status", "提交审核前请先完成："+strings.Join(texts, "、")+"。")
	}
	if err := clearSummary(s.Title, s.Summary); err != nil {
		return nil, "", err
	}
	want := s.Requested
	if want == "" {
		want = Listed
	}
	return []any{Submitted{Submission: c.Submission, From: s.Status, Requested: want, Reason: why}}, as, nil
}

// Item is one item of the publishing checklist.
type Item struct {
	ID   string // upload-version, add-description, select-environments, select-license
	Text string
}

// Checked are the facts of a project that the required items of the publishing checklist are about.
type Checked struct {
	Types        []Type // those of the loaders of the listed versions, or the chosen one
	Body         string
	Environments Environment
	License      string // id
	Versions     int    // number of versions
}

// Unmet returns the required items of the publishing checklist that a project with this number of versions of these types
// lacks. Without types it is of the chosen one.
func Unmet(s State, versions int, types []Type) []Item {
	if len(types) == 0 {
		types = []Type{s.Type}
	}
	return Checked{Types: types, Body: s.Body, Environments: s.Environments, License: s.License.ID, Versions: versions}.Unmet()
}

// Unmet returns the required items that are not done.
func (c Checked) Unmet() []Item {
	var unmet []Item
	if c.Versions == 0 {
		unmet = append(unmet, Item{"upload-version", "至少上传一个版本"})
	}
	if placeholder(c.Body) {
		unmet = append(unmet, Item{"add-description", "填写描述"})
	}
	if slices.ContainsFunc(c.Types, needsEnvironments) && !c.Environments.Known() {
		unmet = append(unmet, Item{"select-environments", "选择运行环境"})
	}
	if c.License == LicenseUnknown || c.License == "" {
		unmet = append(unmet, Item{"select-license", "选择许可证"})
	}
	return unmet
}

func side(s string) string {
	if s == "" {
		return unknownSide
	}
	return s
}

// placeholder is true if a body is empty or still the initial text of a new project.
func placeholder(body string) bool {
	body = strings.TrimSpace(body)
	return body == "" || strings.HasPrefix(body, "# Placeholder description") || strings.HasPrefix(body, "# 占位描述")
}
