package contract

import "time"

// ReleasePlan is what a scheduled project or version becomes, and when. Only those who may see hidden projects meet it.
type ReleasePlan struct {
	Time            time.Time `json:"time"`
	RequestedStatus string    `json:"requested_status"`
	UserID          string    `json:"user_id"` // whose rights count at that time
}
