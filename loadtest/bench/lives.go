package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/actor"

	"github.com/modyard/modyard/cmd/modyard/app"
	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
)

const (
	// appendBytes leaves space below the log's limit for the writes of one more project.
	appendBytes = eventlog.MaxAppendBytes - 256<<10

	paragraph = "**%s** 让世界里的每一盏灯都记得回家的路。放置之后，它会在夜里慢慢亮起来，*离得越远越暗*。\n\n" +
		"- 支持与 [其他资源](https://example.org/%d) 一起使用\n- 不改变已有的存档\n\n"
)

// projectID is the id of the n-th project in every history here.
func projectID(n int) string { return ids.FromBytes(fmt.Appendf(nil, "bench-project-%d", n)) }

// life is the history of the n-th project, from its creation by owner to its approval: 6 events and 2 for each version.
func life(n int, owner string, about subject, versions int) commands.Planned {
	by, staff := actor.Actor{Account: owner}, actor.Actor{Account: owner, Rank: actor.Admin}
	at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(n) * time.Minute)
	p := commands.Planned{Project: projectID(n), Command: fmt.Sprintf("bench:%d", n)}
	add := func(s commands.Step) {
		at = at.Add(time.Hour)
		s.At = at
		p.Steps = append(p.Steps, s)
	}
	add(commands.Step{By: owner, Do: project.Create{
		By: by, Project: p.Project, Slug: fmt.Sprintf("bench-%d", n), Type: about.kind, Title: about.title, Summary: about.summary,
		Body:    "## " + about.title + "\n\n" + strings.Repeat(fmt.Sprintf(paragraph, about.title, n), 3),
		License: project.License{ID: "MIT"}, Environments: project.Environment{Client: "required", Server: "optional"},
		Categories: about.categories, Aliases: about.aliases,
		Links: project.Links{Source: "https://example.org/source", Issues: "https://example.org/issues"},
	}})
	for v := range versions {
		id := ids.FromBytes(fmt.Appendf(nil, "bench-version-%d-%d", n, v))
		number := fmt.Sprintf("1.%d.0", v)
		add(commands.Step{By: owner, Version: id, DoVersion: project.CreateVersion{
			By: by, Version: id, Name: number, Number: number, Channel: project.Release, Imported: true,
			Changelog: "修复了一些问题。", Loaders: about.loaders, GameVersions: about.gameVersions,
			Files: []project.File{{URL: "https://example.org/" + id + ".jar", Name: id + ".jar", Size: 12345, Primary: true}},
		}})
	}
	add(commands.Step{Do: project.OpenDownloads{Count: about.downloads, Source: "bench"}})
	add(commands.Step{By: owner, Do: project.Submit{By: by}})
	add(commands.Step{By: owner, Do: project.Approve{By: staff, Reason: &reason.Reason{Code: reason.Complies}}})
	return p
}

// fill appends the histories of n projects in large batches, and returns the log's head.
func fill(ctx context.Context, c *app.Core, n, versions int, owner string, about func(n int) subject) (eventlog.Position, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	batches := make(chan []eventlog.Write, 1)
	go func() {
		defer close(batches)
		var batch []eventlog.Write
		size := 0
		send := func() {
			select {
			case batches <- batch:
			case <-ctx.Done():
			}
			batch, size = nil, 0
		}
		for i := 0; i < n && ctx.Err() == nil; i++ {
			writes, err := commands.PlanProject(ctx, c.Codec, life(i, owner, about(i), versions))
			if err != nil { // a subject of the catalogue may break our rules
				writes, err = commands.PlanProject(ctx, c.Codec, life(i, owner, invented(i), versions))
			}
			if err != nil {
				cancel(fmt.Errorf("plan project %d: %w", i, err))
				return
			}
			for _, w := range writes {
				size += w.Size()
			}
			if batch = append(batch, writes...); size > appendBytes {
				send()
			}
		}
		if len(batch) > 0 {
			send()
		}
	}()
	var head eventlog.Position
	for batch := range batches {
		receipt, err := c.Log.Append(ctx, batch...)
		if err != nil {
			return 0, fmt.Errorf("append histories: %w", err)
		}
		head = receipt.Position
	}
	return head, context.Cause(ctx)
}
