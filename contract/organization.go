package contract

import "time"

// OrganizationAnswer is the v3 document of an organization, with the members that the viewer may see.
type OrganizationAnswer struct {
	ID          string     `json:"id"`
	Slug        string     `json:"slug"`
	Name        string     `json:"name"`
	TeamID      string     `json:"team_id"`
	Description string     `json:"description"`
	IconURL     *string    `json:"icon_url"`
	Color       *int       `json:"color"`
	Repost      bool       `json:"repost"`
	Created     time.Time  `json:"created"`
	Members     []MemberV3 `json:"members"`
}
