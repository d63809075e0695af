package contract

import "time"

// Report is the document of a report.
type Report struct {
	ID         string    `json:"id"`
	ReportType string    `json:"report_type" enum:"spam,copyright,inappropriate,malicious,name-squatting"`
	ItemID     string    `json:"item_id"`
	ItemType   string    `json:"item_type" enum:"project,version,user"`
	Reporter   string    `json:"reporter"`
	Body       string    `json:"body"`
	Created    time.Time `json:"created"`
	Closed     bool      `json:"closed"`
	ThreadID   string    `json:"thread_id"`
}
