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
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/picture"
)

// allLimits are the limits of the rules that forms know too: those that the areas declare, and the others.
func allLimits(t *testing.T) map[string]int {
	t.Helper()
	all := limits()
	for _, a := range areas() {
		for name, value := range a.limits {
			if _, taken := all[name]; taken {
				t.Errorf("%s declares the limit %s, which there is already", a.name, name)
			}
			all[name] = value
		}
	}
	return all
}

// limits are those that no area declares.
func limits() map[string]int {
	return map[string]int{
		"curationEntries": curation.MaxEntries, "projectBody": project.MaxBody, "reasonLength": reason.MaxText,
		"collectionDescription": collection.MaxDescription, "collectionName": collection.MaxName, "collectionsHeld": collection.MaxCollections,
		"issueLabels": issue.MaxOwnLabels, "issueTemplate": issue.MaxTemplate, "postBody": post.MaxBody, "postTitle": post.MaxTitle,
		"reportBody": report.MaxBody, "reviewMessage": review.MaxMessage, "reviewNote": review.MaxNote, "reviewTemplate": review.MaxTemplate, "riskWord": risk.MaxWord, "riskWords": risk.MaxWords, "riskNote": risk.MaxNote, "threadBody": thread.MaxBody,
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
	all := allLimits(t)
	var b strings.Builder
	b.WriteString("// Written by `go test ./cmd/modyard/app -run Limits -update` from the rules.\n")
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "\nexport const %s = %d\n", name, all[name])
	}
	generated(t, "limits.gen.ts", b.String())
}

func TestGeneratedLimitsHaveTheStatusesOfProjects(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("// Written by `go test ./cmd/modyard/app -run Limits -update` from the rules.\n")
	for _, set := range []struct {
		name, what string
		has        func(project.Status) bool
	}{
		{"chosenStatuses", "What a member asks for before a review.", func(s project.Status) bool { return s.Approved() && s != project.Archived }},
		{"passedStatuses", "A review has passed such a project.", project.Status.Approved},
		{"unreviewedStatuses", "No review has passed such a project.", func(s project.Status) bool { return !s.Approved() && s != project.Scheduled }},
	} {
		var ids []string
		for _, s := range []project.Status{
			project.Listed, project.Archived, project.Unlisted, project.Private, project.Draft, project.Processing, project.Refused, project.Held, project.Scheduled,
		} {
			if set.has(s) {
				ids = append(ids, "'"+string(s)+"'")
			}
		}
		fmt.Fprintf(&b, "\n/** %s */\nexport const %s = [%s] as const\n", set.what, set.name, strings.Join(ids, ", "))
	}
	generated(t, "statuses.gen.ts", b.String())
}
