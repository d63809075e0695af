package revenue

import (
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/payout/httpprovider"
)

// maxWebhook is how large a provider's message is.
const maxWebhook = 64 << 10

func webhookOperation() huma.Operation {
	return huma.Operation{RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"application/json": {Schema: &huma.Schema{Type: huma.TypeObject}},
	}}}
}

// told is POST /v3/payout/webhook/{method}: a provider says that something happened to a withdrawal. The message is checked,
// and then only makes the site ask: its order and repetitions do not matter. Every refusal is the same.
func (s *Service) told(w http.ResponseWriter, r *http.Request, _ commands.Request) error {
	refused := fault.Unauthorized("签名无效。")
	secret, there := s.Webhooks[r.PathValue("method")]
	if !there {
		return refused
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxWebhook+1))
	if err != nil || len(body) > maxWebhook {
		return fault.TooLarge("body", "内容不能超过 64 KiB。")
	}
	key, err := httpprovider.VerifyWebhook(secret, r.Header, body, s.Handler.Clock())
	if err != nil {
		return refused
	}
	if id, ours := strings.CutPrefix(key, s.Site+"-"); ours && ids.Valid(id) {
		if p, _, err := s.look(r.Context(), id); err != nil {
			return err
		} else if p.Sent() {
			s.kick(r.Context(), task{Payout: id, Seen: uint64(s.Handler.Clock().Unix())}) //nolint:gosec // not before 1970
		}
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
