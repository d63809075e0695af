package app

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	commandimage "github.com/modyard/modyard/commands/image"
	commandrevenue "github.com/modyard/modyard/commands/revenue"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/picture"
)

// limits are those of the rules that forms know too.
func limits() map[string]int {
	return map[string]int{
		"claimNote": claim.MaxNote, "curationEntries": curation.MaxEntries, "projectBody": project.MaxBody, "reasonLength": reason.MaxText,
		"collectionDescription": collection.MaxDescription, "collectionName": collection.MaxName, "collectionsHeld": collection.MaxCollections,
		"issueLabels": issue.MaxOwnLabels, "issueTemplate": issue.MaxTemplate, "postBody": post.MaxBody, "postTitle": post.MaxTitle,
		"reportBody": report.MaxBody, "reviewMessage": review.MaxMessage, "reviewNote": review.MaxNote, "reviewTemplate": review.MaxTemplate, "threadBody": thread.MaxBody,
		"translationDescription": translation.MaxDescription, "translationMessage": translation.MaxMessage, "webhooksHeld": webhook.MaxHeld,
		"wikiBody": wiki.MaxBody, "wikiDepth": wiki.MaxDepth, "wikiMessage": wiki.MaxMsg, "wikiTitle": wiki.MaxTitle, "wikiWeight": wiki.MaxWeight,
		"evidenceBytes": commandrevenue.MaxFile, "iconBytes": picture.MaxIconBytes, "payoutDestinations": revenue.MaxDestinations, "pictureBytes": commandimage.MaxBytes,
		"backupBytes": server.MaxBackupBytes, "backupHours": server.MaxBackupHours, "backupName": server.MaxBackupName, "packBytes": server.MaxPackBytes,
		"serverInvocation": server.MaxInvocation, "serverMembers": server.MaxMembers, "serverPorts": server.MaxAllocations,
		"serverFileBytes": node.MaxUpload, "serverFileDepth": node.MaxDepth, "serverFileName": node.MaxNameBytes,
	}
}

func TestGeneratedLimitsMatchTheRules(t *testing.T) {
	t.Parallel()
	all := limits()
	var b strings.Builder
	b.WriteString("// Written by `go test ./cmd/modyard/app -run Limits -update` from the rules.\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "\nexport const %s = %d\n", name, all[name])
	}
	generated(t, "limits.gen.ts", b.String())
}
