package project

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/team"
)

// State is the state that decides about a project, folded from its own stream. The zero State is a project that does
// not exist.
type State struct {
	ID           string
	Slug         string
	Type         Type
	Title        string
	Summary      string
	Body         string
	Thread       string // the conversation of its team with the staff
	Owner        string // account id; empty if an organization owns it
	Organization string
	License      License
	Environments Environment
	// EnvironmentChanges counts the changes of the environment since the creation.
	EnvironmentChanges int
	Categories         []string
	Additional         []string
	Links              Links
	Aliases            []Alias
	IconURL            string
	Color              *int
	Gallery            []Picture
	Members            []Member
	Monetization       Monetization `json:",omitempty"` // empty: Monetized

	Status       Status
	Requested    Status // status after approval; empty for approved
	EverApproved bool
	Round        int          // number of submissions
	Submission   string       // id of the last submission
	Message      string       // of the last decision; empty after a submission
	Decisions    []Decision   // of the staff that can be undone, oldest first
	Overtaken    Overtaking   // what the earlier decisions were followed by
	Plan         *ReleasePlan // of a scheduled project
	Downloads    *DownloadsOpened
	Gone         bool

	// Times of some events, if the fold has them (EvolveAt).
	CreatedAt, UpdatedAt, SubmittedAt, ApprovedAt time.Time
}

// Member is a member of the team, or an invited account.
type Member struct {
	Account     string
	Role        string
	Permissions Permissions
	Accepted    bool
	Weight      team.Weight
	Ordering    int
}

// parts are those that all teams have. The day from which a weight is valid is not kept.
func (m *Member) parts() team.Member[Permissions] {
	return team.Member[Permissions]{Role: &m.Role, Permissions: &m.Permissions, Accepted: &m.Accepted, Weight: &m.Weight, Ordering: &m.Ordering}
}

// Exists is true if the project was created and not deleted.
func (s State) Exists() bool { return s.ID != "" && !s.Gone }

// Member returns a member or an invited account.
func (s State) Member(account string) (Member, bool) {
	if i := s.memberIndex(account); i >= 0 {
		return s.Members[i], true
	}
	return Member{}, false
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
