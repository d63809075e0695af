package contract

import (
	"cmp"
	"time"
)

// User is the public part of an account.
type User struct {
	ID        string    `json:"id"`
	Username  string    `json:"username"`
	AvatarURL *string   `json:"avatar_url"`
	Bio       *string   `json:"bio"`
	Created   time.Time `json:"created"`
	Role      string    `json:"role" enum:"developer,moderator,admin"`
	Badges    int64     `json:"badges"`
}

// Role is an account's role for clients, which name an account without a role "developer".
func Role(account string) string {
	if account == "" || account == "user" {
		return "developer"
	}
	return account
}

// Author is the part of an account that is shown with its content.
type Author struct {
	ID        string  `json:"id"`
	Username  string  `json:"username"`
	AvatarURL *string `json:"avatar_url"`
}

// Member is the v3 document of a team member. Permissions and PayoutsSplit are null for outsiders.
type Member struct {
	TeamID                  string   `json:"team_id"`
	User                    User     `json:"user"`
	Role                    string   `json:"role"`
	IsOwner                 bool     `json:"is_owner"`
	Permissions             *uint64  `json:"permissions"`
	OrganizationPermissions *uint64  `json:"organization_permissions"`
	Accepted                bool     `json:"accepted"`
	PayoutsSplit            *float64 `json:"payouts_split"`
	Ordering                int      `json:"ordering"`
}

// UserAnswer is a public profile in an answer of the API: with the members that only the account itself sees, which are
// null or empty, because programs require them.
type UserAnswer struct {
	User
	Email         *string  `json:"email"`
	EmailVerified *bool    `json:"email_verified"`
	HasPassword   *bool    `json:"has_password"`
	HasTOTP       *bool    `json:"has_totp"`
	AuthProviders []string `json:"auth_providers"`
	PayoutData    *string  `json:"payout_data"`
	GitHubID      *string  `json:"github_id"`
}

// Answer is the profile in an answer of the API.
func (u User) Answer() UserAnswer { return UserAnswer{User: u, AuthProviders: []string{}} }

// MemberV3 is a member in an answer of v3.
type MemberV3 struct {
	Member
	User UserAnswer `json:"user"` // hides the one of the member
}

// V3 is the member in an answer of v3.
func (m Member) V3() MemberV3 { return MemberV3{Member: m, User: m.User.Answer()} }

// MemberV2 is the v2 document of a team member: the owner's role is always "Owner".
type MemberV2 struct {
	TeamID       string     `json:"team_id"`
	User         UserAnswer `json:"user"`
	Role         string     `json:"role"`
	Permissions  *uint64    `json:"permissions"`
	Accepted     bool       `json:"accepted"`
	PayoutsSplit *float64   `json:"payouts_split"`
	Ordering     int        `json:"ordering"`
}

// V2 returns the member as a v2 document.
func (m Member) V2() MemberV2 {
	role := m.Role
	if m.IsOwner {
		role = "Owner"
	}
	return MemberV2{
		TeamID: m.TeamID, User: m.User.Answer(), Role: role, Permissions: m.Permissions,
		Accepted: m.Accepted, PayoutsSplit: m.PayoutsSplit, Ordering: m.Ordering,
	}
}

// CompareMembers sorts a team: the owner first, then by ordering, role and name.
func CompareMembers(a, b Member) int {
	if a.IsOwner != b.IsOwner {
		if a.IsOwner {
			return -1
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(a.Ordering, b.Ordering), cmp.Compare(a.Role, b.Role),
		cmp.Compare(a.User.Username, b.User.Username), cmp.Compare(a.User.ID, b.User.ID),
	)
}
