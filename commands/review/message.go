package review

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/review"
)

type messageIn struct {
	ID   string `path:"id" doc:"资源的 ID 或 slug"`
	Body messageBody
}

// messageBody are the chosen options, and the decision that the message is for, if it is not the one that they suggest.
type messageBody struct {
	Chosen  []review.Chosen `json:"chosen"`
	Verdict review.Verdict  `json:"verdict,omitempty" enum:"reject,withhold" doc:"消息用于哪个决定，省略时由选项决定"`
}

// Message is the message to the author, before anybody has edited it. Templates are what a decision names as
// moderation_templates, Missing the required fillers without a value, as option/ID.
type Message struct {
	Text      string   `json:"text"`
	Options   []string `json:"options"`
	Templates []string `json:"templates"`
	Missing   []string `json:"missing"`
	Reason    string   `json:"reason"`
	Verdict   string   `json:"verdict" enum:"approve,reject,withhold"`
}

// message is POST /_internal/moderation/project/{id}/message. It changes nothing.
func (s *Service) message(ctx context.Context, req commands.Request, in *messageIn) (Message, error) {
	var m review.Message
	err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		p, err := reviewed(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		templates, err := current(ctx, tx)
		if err != nil {
			return err
		}
		m, err = review.ComposeFor(in.Body.Verdict, templates, s.Site, factsOf(p), in.Body.Chosen)
		return err
	})
	if err != nil {
		return Message{}, err
	}
	out := Message{Text: m.Text, Options: m.Options, Templates: []string{}, Missing: m.Missing, Reason: string(m.Reason), Verdict: string(m.Verdict)}
	for _, u := range m.Uses {
		out.Templates = append(out.Templates, fmt.Sprintf("%s@%d", u.Template, u.Version))
	}
	return out, nil
}
