package contract

import "time"

// Collection is the v3 document of a collection. Its owner sees every project in it, others only those that are visible
// to them.
type Collection struct {
	ID          string    `json:"id"`
	User        string    `json:"user"`
	Name        string    `json:"name"`
	Description *string   `json:"description"`
	IconURL     *string   `json:"icon_url"`
	Color       *int      `json:"color"`
	Status      string    `json:"status" enum:"listed,unlisted,private,rejected"`
	Created     time.Time `json:"created"`
	Updated     time.Time `json:"updated"`
	Projects    []string  `json:"projects"`
}

// CollectionPage is the document of a collection's page. Following is true for the automatic collection of the projects
// that its reader follows, which has no dates; its name and description are empty.
type CollectionPage struct {
	ID          string              `json:"id"`
	Following   bool                `json:"following"`
	User        *Author             `json:"user"` // null if the account is deleted
	Name        string              `json:"name"`
	Description string              `json:"description"`
	IconURL     *string             `json:"icon_url"`
	Color       *int32              `json:"color"`
	Status      string              `json:"status" enum:"listed,unlisted,private,rejected"`
	Created     *time.Time          `json:"created"`
	Updated     *time.Time          `json:"updated"`
	Projects    []CollectionProject `json:"projects"` // the newest first
}

// CollectionProject is a project in a collection: a search hit, with the time when it was added and its status.
type CollectionProject struct {
	Hit
	Added  time.Time `json:"added"`
	Status string    `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
}
