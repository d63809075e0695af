package popular

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Standing are the popular terms, and those that the staff has struck, the last one first.
type Standing struct {
	Terms  []Counted `json:"terms"`
	Struck []Struck  `json:"struck"`
}

// Struck is a struck term.
type Struck struct {
	Term       string    `json:"term"`
	Struck     time.Time `json:"struck"`
	ReasonCode string    `json:"reason_code"`
	ReasonText string    `json:"reason_text"`
}

const struckTerms = `select term, struck, reason_code, reason_text from curation.struck order by struck desc, term`

// standing is GET /_internal/moderation/searches.
func (s *Routes) standing(ctx context.Context, _ *struct{}) (Standing, error) {
	if !view.Projects(ctx).Staff {
		return Standing{}, httpkit.Forbidden("只有管理团队可以撤下搜索词。")
	}
	terms, err := s.often(ctx, staffShown)
	if err != nil {
		return Standing{}, err
	}
	struck, err := view.Rows(ctx, s.source, "struck terms", pgx.RowToStructByPos[Struck], struckTerms)
	return Standing{Terms: terms, Struck: struck}, err
}
