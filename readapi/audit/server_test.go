package audit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/eventlog"
)

func TestTheAuditHasWhatTheStaffDecidesAboutServersAndNotWhatOwnersDo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mod, own := eventlog.Metadata{Actor: staff, Role: "admin"}, eventlog.Metadata{Actor: maker, Role: "owner"}
	const id = "Server01"
	rules := &reason.Reason{Code: reason.Spam, Text: "挖矿"}
	w.as(mod, "node-Node0001", server.NodeAdded{Node: "Node0001", Name: "主机一", FirstPort: 25565, LastPort: 25600})
	w.as(mod, "server-"+id, server.Provisioned{Server: id, Owner: maker, Node: "Node0001", Port: 25565},
		server.Suspended{Server: id, Owner: maker, Suspension: server.Moderated, Reason: rules.To(maker)}, server.Unsuspended{Server: id, Owner: maker})
	w.as(own, "server-"+id, server.Deleted{Server: id, Owner: maker})
	w.as(mod, "server-"+id, server.Returned{Server: id, Owner: maker})
	w.as(mod, "node-Node0001", server.NodeRetired{Node: "Node0001"})
	var lines []string
	for _, e := range w.list("").Entries {
		why := ""
		if e.Reason != nil {
			why = e.Reason.Code + " " + e.Reason.Text
		}
		lines = append(lines, fmt.Sprintf("%s of %s %s%s about %s, %s: %s", e.Kind, e.Subject.Type, e.Subject.ID, e.Subject.Name, e.AboutID, e.Value, why))
	}
	want := []string{
		"node-retired of node Node0001 about , : ",
		"server-returned of server Server01 about " + maker + ", : ",
		"server-unsuspended of server Server01 about " + maker + ", : ",
		"server-suspended of server Server01 about " + maker + ", moderated: spam 挖矿",
		"server-provisioned of server Server01 about " + maker + ", Node0001: ",
		"node-added of node Node0001主机一 about , : ",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}
