package contract

import "time"

// Collection is the v3 document of a collection. Its owner sees every project in it, others those they may find.
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

// CollectionPage is what the page of a collection shows. Following marks the automatic collection of what its reader
// follows, which has no dates of its own; name and description are empty then.
type CollectionPage struct {
	ID          string              `json:"id"`
	Following   bool                `json:"following"`
	User        *Author             `json:"user"` // null where the account is gone
	Name        string              `json:"name"`
	Description string              `json:"description"`
	IconURL     *string             `json:"icon_url"`
	Color       *int32              `json:"color"`
	Status      string              `json:"status" enum:"listed,unlisted,private,rejected"`
	Created     *time.Time          `json:"created"`
	Updated     *time.Time          `json:"updated"`
	Projects    []CollectionProject `json:"projects"` // the last added first
}

// CollectionProject is a project in a collection: a search hit, with when it was added and how it stands.
type CollectionProject struct {
	Hit
	Added  time.Time `json:"added"`
	Status string    `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
}
