package kurrenttest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/modyard/modyard/eventlog"
)

// open waits until the store has read its log. In an empty log it writes the initial records of a database: the users,
// their permissions, and the age limit of the node's own records.
func (s *store) open(ctx context.Context, users map[string]string) error {
	head, err := s.log.Head(ctx)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	if head > 0 {
		return s.waitFor(ctx, int(head))
	}
	var p proposal
	add := func(stream, kind string, value any) error {
		data, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("open: %w", err)
		}
		if n := len(p.targets); n == 0 || p.targets[n-1].stream != stream {
			p.targets = append(p.targets, target{stream: stream, expected: expectNoStream})
		}
		p.events = append(p.events, proposed{
			target: len(p.targets) - 1, id: eventlog.DeriveEventID("kurrenttest "+stream, len(p.events)), kind: kind, json: true, data: data,
		})
		return nil
	}
	names := slices.Sorted(maps.Keys(users))
	onlyAdmins := map[string]any{"$acl": map[string]string{"$r": roleAdmins, "$w": roleAdmins, "$d": roleAdmins, "$mr": roleAdmins, "$mw": roleAdmins}}
	var errs []error
	for _, name := range names {
		errs = append(errs,
			add("$user-"+name, "$UserCreated", map[string]any{"loginName": name, "fullName": name, "disabled": false}),
			add(metaOf("$user-"+name), typeMetadata, onlyAdmins))
	}
	for _, name := range names {
		errs = append(errs, add("$users", "$User", name))
	}
	errs = append(errs,
		add(metaOf("$users"), typeMetadata, onlyAdmins),
		add(metaOf("$scavenges"), typeMetadata, map[string]any{"$maxAge": 2592000, "$acl": onlyAdmins["$acl"]}),
		add(metaOf("$stats-127.0.0.1:2113"), typeMetadata, map[string]any{"$maxAge": 86400, "$acl": onlyAdmins["$acl"]}))
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	if _, err := s.commit(ctx, p); err != nil {
		return fmt.Errorf("open: %w", err)
	}
	return nil
}
