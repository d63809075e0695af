package contract

import "time"

// Claim is a claim as a list shows it. Project is null where it is deleted or hidden; Token is what the claimant can
// write into the description of the source repository.
type Claim struct {
	ID        string        `json:"id"`
	Project   *ClaimProject `json:"project"`
	Claimant  *Author       `json:"claimant"`
	Proof     string        `json:"proof" enum:"link,token"`
	Address   string        `json:"address"`
	Note      string        `json:"note"`
	Token     string        `json:"token"`
	State     string        `json:"state" enum:"open,withdrawn,accepted,rejected,superseded"`
	Filed     time.Time     `json:"filed"`
	Ended     *time.Time    `json:"ended"`
	DecidedBy *Author       `json:"decided_by"`
	Reason    *ClaimReason  `json:"reason"`
	Rivals    int64         `json:"rivals" doc:"该资源的其他未处理认领"`
}

// ClaimProject is the claimed project. SourceURL is null where its page names no source repository.
type ClaimProject struct {
	ProjectLink
	SourceURL *string `json:"source_url"`
}

// ClaimReason is the reason of the staff's decision.
type ClaimReason struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// ClaimList is a page of claims; Open and Ended count all claims of the same scope.
type ClaimList struct {
	Claims []Claim `json:"claims"`
	Open   int64   `json:"open"`
	Ended  int64   `json:"ended"`
}

// ClaimStanding is what a viewer needs to claim a project. Claimable says that the site's repost team publishes it;
// Mine is the viewer's newest claim to it, or null.
type ClaimStanding struct {
	Claimable bool   `json:"claimable"`
	Token     string `json:"token"`
	Mine      *Claim `json:"mine"`
}
