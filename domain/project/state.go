package project

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/team"
)

// State is what decides about a project, folded from its own stream. The zero State is a project that is not there.
type State struct {
	ID           string
	Slug         string
	Type         Type
	Title        string
	Summary      string
	Body         string
	Thread       string // where its team and the staff talk about it
	Owner        string // account id; empty where an organization owns it
	Organization string
	License      License
	Environments Environment
	Categories   []string
	Additional   []string
	Links        Links
	Aliases      []Alias
	IconURL      string
	Color        *int
	Gallery      []Picture
	Members      []Member

	Status       Status
	Requested    Status // to take once approved; empty for approved
	EverApproved bool
	Round        int    // how often it was submitted
	Submission   string // id of the last round
	Message      string // of the last decision; empty once submitted
	Downloads    *DownloadsOpened
	Gone         bool

	// Times of the events that matter, where the reader of the stream knows them (EvolveAt).
	CreatedAt, UpdatedAt, SubmittedAt, ApprovedAt time.Time
}

// Member is someone of the team, or invited to it.
type Member struct {
	Account     string
	Role        string
	Permissions Permissions
	Accepted    bool
	Weight      team.Weight
	Ordering    int
}

// Exists says that the project was created and not deleted.
func (s State) Exists() bool { return s.ID != "" && !s.Gone }

// Member finds someone of the team or among the invited.
func (s State) Member(account string) (Member, bool) {
	if i := s.memberIndex(account); i >= 0 {
		return s.Members[i], true
	}
	return Member{}, false
}

func (s State) standing(account string) team.Standing {
	m, ok := s.Member(account)
	switch {
	case !ok:
		return team.Outsider
	case !m.Accepted:
		return team.Invited
	}
	return team.Accepted
}

func (s State) memberIndex(account string) int {
	if account == "" {
		return -1
	}
	return slices.IndexFunc(s.Members, func(m Member) bool { return m.Account == account })
}

func (s State) pictureIndex(url string) int {
	return slices.IndexFunc(s.Gallery, func(p Picture) bool { return p.URL == url })
}
