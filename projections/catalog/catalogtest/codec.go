package catalogtest

import (
	"testing"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/bar"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/frog"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/log"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/packfile"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/quota"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/domain/watch"
	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog/codec"
)

// Codec knows the event types of all areas; a test in cmd/modyard/app compares it with theirs.
func Codec(t testing.TB) *codec.Codec {
	t.Helper()
	c, err := codec.New(
		account.EventTypes(), application.EventTypes(), bar.EventTypes(), claim.EventTypes(), collection.EventTypes(), curation.EventTypes(), download.EventTypes(), forum.EventTypes(), frog.EventTypes(), image.EventTypes(), issue.EventTypes(),
		log.EventTypes(), organization.EventTypes(), packfile.EventTypes(), post.EventTypes(), server.EventTypes(), project.EventTypes(), quota.EventTypes(), report.EventTypes(), retention.EventTypes(), revenue.EventTypes(), review.EventTypes(), risk.EventTypes(), thread.EventTypes(), translation.EventTypes(), watch.EventTypes(), webhook.EventTypes(), wiki.EventTypes(),
	)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
