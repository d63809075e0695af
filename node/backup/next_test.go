package backup

import (
	"testing"
	"time"

	"github.com/modyard/modyard/contract/node"
)

// TestTheNextTaskFollowsFromTheDesiredStateTheRecordAndTheTime is the table of what a node does for a server.
func TestTheNextTaskFollowsFromTheDesiredStateTheRecordAndTheTime(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	wanted := node.Desired{Backups: []node.Backup{{ID: "Asked001", State: node.BackupWanted, Generation: 5}}}
	gone := node.Desired{Backups: []node.Backup{{ID: "Gone0001", State: node.BackupDeleted}}}
	restore := node.Desired{Restore: &node.Restore{Generation: 7, Backup: "Good0001"}}
	oneFile := node.Desired{RestoreFiles: &node.RestoreFiles{Generation: 7, Backup: "Good0001", Path: "/world"}}
	schedule := node.Desired{Autobackup: &node.Autobackup{Enabled: true, Hours: 6}, Software: node.Software{Kind: node.SoftwareStandIn}}
	suspended := schedule
	suspended.Suspended = true
	asked := func(generation uint64) func(*record) {
		return func(r *record) { r.Asked["Asked001"] = generation }
	}
	anchored := func(ago time.Duration) func(*record) { return func(r *record) { r.Auto = now.Add(-ago) } }
	for name, c := range map[string]struct {
		desired node.Desired
		state   string
		record  func(*record)
		want    string
	}{
		"nothing":                                 {want: ""},
		"a wanted backup":                         {desired: wanted, want: taskCreate},
		"a wanted backup under play":              {desired: wanted, state: node.StateRunning, want: taskCreate},
		"a wanted backup while it starts":         {desired: wanted, state: node.StateStarting, want: ""},
		"a wanted backup that was made":           {desired: wanted, record: asked(5), want: ""},
		"a wanted backup that is asked again":     {desired: wanted, record: asked(4), want: taskCreate},
		"a deleted backup":                        {desired: gone, state: node.StateStarting, want: taskRemove},
		"a deleted backup that was removed":       {desired: gone, record: func(r *record) { r.Gone["Gone0001"] = true }, want: ""},
		"a restore":                               {desired: restore, want: taskRestore},
		"a restore waits for the stop":            {desired: restore, state: node.StateStopping, want: ""},
		"a restore that was executed":             {desired: restore, record: func(r *record) { r.Restored = 7 }, want: ""},
		"a restore of files":                      {desired: oneFile, want: taskFiles},
		"a restore of files waits for the stop":   {desired: oneFile, state: node.StateRunning, want: ""},
		"a restore of files that was executed":    {desired: oneFile, record: func(r *record) { r.Restored = 7 }, want: ""},
		"what was left comes first":               {desired: restore, record: func(r *record) { r.Doing = &doing{} }, want: taskRecover},
		"a paused game that starts is waited for": {state: node.StateStarting, record: func(r *record) { r.Doing = &doing{Paused: true} }, want: ""},
		"a former folder for less than a day":     {record: func(r *record) { r.Former, r.Until = "Good0001", now.Add(time.Second) }, want: ""},
		"a former folder for a day":               {record: func(r *record) { r.Former, r.Until = "Good0001", now }, want: taskExpire},
		"a new schedule begins":                   {desired: schedule, want: taskAnchor},
		"a schedule that is not due":              {desired: schedule, record: anchored(6*time.Hour - time.Second), want: ""},
		"a schedule that is due":                  {desired: schedule, record: anchored(6 * time.Hour), want: taskCreate},
		"after a jump forwards one is made":       {desired: schedule, record: anchored(1000 * time.Hour), want: taskCreate},
		"after a jump backwards none is":          {desired: schedule, record: anchored(-1000 * time.Hour), want: taskAnchor},
		"a suspended server has no schedule":      {desired: suspended, record: anchored(7 * time.Hour), want: ""},
		"a sweep is due":                          {record: func(r *record) { r.Sweeps, r.Swept = 1, now.Add(-time.Minute) }, want: taskSweep},
	} {
		t.Run(name, func(t *testing.T) {
			rec := newRecord()
			if c.record != nil {
				c.record(rec)
			}
			got := ""
			if task := next(c.desired, node.Observed{State: c.state}, rec, now); task != nil {
				got = task.kind
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestTheOldestAutomaticBackupThatIsNotLockedGoes(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC) }
	rec := newRecord()
	rec.Have = map[string]have{"Manual01": {At: at(1)}, "Locked01": {Automatic: true, At: at(2)}, "Auto0002": {Automatic: true, At: at(4)}, "Auto0001": {Automatic: true, At: at(3)}}
	task := &task{rec: rec, desired: node.Desired{Backups: []node.Backup{{ID: "Locked01", Locked: true}}}}
	if got := task.oldest(); got != "Auto0001" {
		t.Errorf("%q goes", got)
	}
	delete(rec.Have, "Auto0001")
	delete(rec.Have, "Auto0002")
	if got := task.oldest(); got != "" {
		t.Errorf("%q goes, want none", got)
	}
}
