package review

import (
	"context"

	"github.com/modyard/modyard/commands"
	domain "github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/review"
)

// Checklist is the checklist of a project. Progress is the caller's own, null without any.
type Checklist struct {
	Steps    []Step    `json:"steps"`
	Progress *Progress `json:"progress"`
}

// Step is one question. Applies is false where the project has nothing of it; Tab is the part of the page it is about.
type Step struct {
	ID         string   `json:"id"`
	Title      string   `json:"title"`
	Question   string   `json:"question"`
	Rules      []string `json:"rules"`
	Examples   []string `json:"examples"`
	Exceptions []string `json:"exceptions"`
	Tab        string   `json:"tab" enum:",overview,gallery,versions,moderation"`
	Applies    bool     `json:"applies"`
	Facts      []Fact   `json:"facts"`
	Options    []Option `json:"options"`
}

// Fact is what the project has at a step. Kind says what Text is: plain words without it, the id of a category, the caption
// of the picture at Image, or the name of a file of Size bytes.
type Fact struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	URL   string `json:"url,omitempty"`
	Kind  string `json:"kind,omitempty" enum:"category,picture,file"`
	Image string `json:"image,omitempty" doc:"缩略图的地址"`
	Size  int64  `json:"size,omitempty" doc:"文件大小，字节"`
}

// Option is something that can be wrong. Verdict is the decision that it suggests, Reason the code that goes with it.
type Option struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Fillers []Filler `json:"fillers"`
	Reason  string   `json:"reason"`
	Verdict string   `json:"verdict" enum:"reject,withhold"`
}

// Filler is a text that an option needs.
type Filler struct {
	ID       string `json:"id"`
	Question string `json:"question"`
	Required bool   `json:"required"`
	Large    bool   `json:"large"`
}

// checklist is GET /_internal/moderation/project/{id}/checklist.
func (s *Service) checklist(ctx context.Context, req commands.Request, in *commands.Named) (out Checklist, err error) {
	var p domain.State
	if err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		if p, err = reviewed(ctx, tx, in.ID); err != nil {
			return err
		}
		files, err := filesOf(ctx, tx, p.ID)
		if err != nil {
			return err
		}
		out.Steps = stepsFor(factsOf(p), picturesOf(p), files)
		return nil
	}); err != nil {
		return out, err
	}
	out.Progress, err = s.load(ctx, req.By.Account, p.ID, p.Round)
	return out, err
}

func stepsFor(f review.Facts, pictures, files []Fact) []Step {
	shown := map[string][]Fact{
		"gallery": pictures, "versions": files,
		"title": {{Name: "标题", Text: f.Title}}, "slug": {{Name: "链接名", Text: f.Slug}},
		"summary":    {{Name: "标题", Text: f.Title}, {Name: "简介", Text: f.Summary}},
		"side-types": {{Name: "客户端", Text: support(f.Client)}, {Name: "服务端", Text: support(f.Server)}},
	}
	for _, l := range f.Links {
		shown["links"] = append(shown["links"], Fact{Name: l.Name, Text: l.URL, URL: l.URL})
	}
	for _, id := range f.Categories {
		shown["categories"] = append(shown["categories"], Fact{Name: "标签", Text: id, Kind: "category"})
	}
	steps := []Step{}
	for _, s := range review.Steps() {
		one := Step{
			ID: s.ID, Title: s.Title, Question: s.Question, Rules: s.Rules, Examples: s.Examples, Exceptions: s.Exceptions, Tab: string(s.Tab),
			Applies: s.ShownFor(f), Facts: shown[s.ID], Options: []Option{},
		}
		if one.Facts == nil {
			one.Facts = []Fact{}
		}
		for _, o := range s.Options {
			option := Option{ID: o.ID, Name: o.Name, Fillers: []Filler{}, Reason: string(o.Reason), Verdict: string(o.Verdict)}
			for _, f := range o.Fillers {
				option.Fillers = append(option.Fillers, Filler(f))
			}
			one.Options = append(one.Options, option)
		}
		steps = append(steps, one)
	}
	return steps
}

func support(side string) string {
	switch side {
	case "required":
		return "必需"
	case "optional":
		return "可选"
	case "unsupported":
		return "不支持"
	}
	return "未填写"
}
