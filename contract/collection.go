package contract

import "time"

// Collection is the v3 document of a collection. Its owner sees every project in it; others see those they may find.
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

// CollectionPage is the page of a collection. Following marks the automatic collection of the projects that the
// reader follows; it has no dates, name or description of its own.
type CollectionPage struct {
	ID          string              `json:"id"`
	Following   bool                `json:"following"`
	User        *Author             `json:"user"` // null where the account is deleted
	Name        string              `json:"name"`
	Description string              `json:"description"`
	IconURL     *string             `json:"icon_url"`
	Color       *int32              `json:"color"`
	Status      string              `json:"status" enum:"listed,unlisted,private,rejected"`
	Created     *time.Time          `json:"created"`
	Updated     *time.Time          `json:"updated"`
	Projects    []CollectionProject `json:"projects"` // newest first
}

// CollectionProject is a project in a collection: a search hit, with the time it was added and its visibility.
type CollectionProject struct {
	Hit
	Added  time.Time `json:"added"`
	Status string    `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
}
