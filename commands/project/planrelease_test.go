package project_test

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	commands "github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
)

// clock is a clock that a test sets.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// ranks are the accounts that exist, with their ranks at the time of a release.
type ranks map[string]actor.Rank

func (r ranks) Actor(_ context.Context, id string) (actor.Actor, bool, error) {
	rank, exists := r[id]
	return actor.Actor{Account: id, Rank: rank}, exists, nil
}

// MayPublish is false for an account with the rank of a suspended one.
func (r ranks) MayPublish(_ context.Context, id string) (bool, error) {
	return r[id] != suspendedRank, nil
}

// suspendedRank marks a suspended account.
const suspendedRank = actor.Rank(-1)

// planner is a world with a clock, a published project and what carries out plans.
type planner struct {
	*world
	clock    *clock
	scene    *scene
	accounts ranks
	releases *commands.Releases
}

func newPlanner(t *testing.T) *planner {
	p := &planner{clock: &clock{now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}, accounts: ranks{owner: 0, member: 0, moderator: actor.Moderator, admin: actor.Admin}}
	p.world = newWorld(t, func(o *options) {
		o.Handler.Now = p.clock.Now
		p.releases = &commands.Releases{Handler: o.Handler, Accounts: p.accounts}
	})
	p.scene = newScene(p.world)
	return p
}

func (p *planner) in(d time.Duration, status string) fields {
	return fields{"time": p.clock.Now().Add(d).Format(time.RFC3339), "requested_status": status}
}

// run carries out what is due, and returns the number of new events of the project and its version.
func (p *planner) run() int {
	p.Helper()
	before := len(p.Events("project-"+p.scene.project)) + len(p.Events("version-"+p.scene.version))
	if err := errors.Join(p.releases.Project(p.Context(), p.scene.project), p.releases.Version(p.Context(), p.scene.version)); err != nil {
		p.Fatal(err)
	}
	return len(p.Events("project-"+p.scene.project)) + len(p.Events("version-"+p.scene.version)) - before
}

func (p *planner) status(want project.Status) {
	p.Helper()
	if got := p.state(p.scene.project).Status; got != want {
		p.Errorf("the project is %s, not %s", got, want)
	}
}

// last is the last event of a stream with its metadata.
func (p *planner) last(stream string) (last eventlog.Recorded) {
	p.Helper()
	for e, err := range p.EventLog.Stream(p.Context(), stream, 0) {
		if err != nil {
			p.Fatal(err)
		}
		last = e
	}
	return last
}

func TestAMemberSchedulesAnApprovedProjectAndItIsReleasedOnce(t *testing.T) {
	for _, prefix := range []string{"/v2", "/v3"} {
		p := newPlanner(t)
		path := prefix + "/project/sodium/schedule"
		want(t, p.Ask(owner, "POST", path, p.in(time.Hour, "unlisted")), 400) // not approved
		p.scene.publish(p.world)
		want(t, p.Ask(owner, "POST", path, p.in(time.Hour, "unlisted")), 204)
		p.status(project.Scheduled)
		want(t, p.Ask(stranger, "POST", path, p.in(time.Hour, "approved")), 404)
		p.clock.move(time.Hour - time.Second)
		if n := p.run(); n != 0 {
			t.Errorf("%d events before the time", n)
		}
		p.clock.move(time.Second)
		if n := p.run(); n != 1 {
			t.Errorf("%d events at the time", n)
		}
		p.status(project.Unlisted)
		if e := p.last("project-" + p.scene.project); e.Meta.Actor != owner || e.Meta.Role != "owner" {
			t.Errorf("released by %s as %s", e.Meta.Actor, e.Meta.Role)
		}
		p.clock.move(-2 * time.Hour) // a clock that is set back
		if n := p.run(); n != 0 {
			t.Errorf("%d events after the clock was set back", n)
		}
		p.clock.move(50 * time.Hour)
		if n := p.run(); n != 0 {
			t.Errorf("%d events of a repeated release", n)
		}
	}
}

func TestARefusedTimeOrStatusNamesItsField(t *testing.T) {
	p := newPlanner(t)
	p.scene.publish(p.world)
	for _, c := range []struct {
		body  fields
		field string
	}{
		{p.in(-time.Hour, "approved"), "time"}, {p.in(0, "approved"), "time"}, {p.in(400*24*time.Hour, "approved"), "time"},
		{fields{"time": "tomorrow", "requested_status": "approved"}, ""}, {fields{"requested_status": "approved"}, ""},
		{p.in(time.Hour, "draft"), ""}, {p.in(time.Hour, "processing"), ""}, {p.in(time.Hour, "scheduled"), ""}, {fields{"time": p.clock.Now().Add(time.Hour)}, ""},
	} {
		a := want(t, p.Ask(owner, "POST", "/v2/project/sodium/schedule", c.body), 400)
		if got, _ := a.JSON(t)["field"].(string); c.field != "" && got != c.field {
			t.Errorf("%v names the field %q: %s", c.body, got, a)
		}
	}
	p.status(project.Listed)
	want(t, p.Ask(owner, "DELETE", "/v2/project/sodium/schedule", nil), 404) // no plan
	want(t, p.Ask(owner, "PATCH", "/v2/project/sodium", fields{"status": "scheduled"}), 400)
}

func TestTheStaffApprovesWithATime(t *testing.T) {
	p := newPlanner(t)
	want(t, p.Ask(owner, "PATCH", "/v2/project/sodium", fields{"status": "processing"}), 204)
	body := p.in(time.Hour, "approved")
	want(t, p.Ask(moderator, "POST", "/v2/project/sodium/schedule", body), 400) // without a reason
	body["reason"], body["moderation_message"], body["moderation_options"] = because, "很好", []string{"title"}
	want(t, p.Ask(moderator, "POST", "/v2/project/sodium/schedule", body), 204)
	p.status(project.Scheduled)
	events := p.Events("project-" + p.scene.project)
	approved, ok := events[len(events)-2].(project.Approved)
	if !ok || approved.Message != "很好" || approved.Status != project.Scheduled {
		t.Errorf("%+v", events)
	}
	p.clock.move(time.Hour)
	if n := p.run(); n != 1 {
		t.Errorf("%d events", n)
	}
	p.status(project.Listed)
	if e := p.last("project-" + p.scene.project); e.Meta.Actor != moderator || e.Meta.Role != "moderator" {
		t.Errorf("released by %s as %s", e.Meta.Actor, e.Meta.Role)
	}
}

func TestAPlanIsCancelledByMembersAndTheStaff(t *testing.T) {
	p := newPlanner(t)
	p.scene.publish(p.world)
	want(t, p.Ask(owner, "POST", "/v2/project/sodium/schedule", p.in(time.Hour, "approved")), 204)
	want(t, p.Ask(stranger, "DELETE", "/v2/project/sodium/schedule", nil), 404)
	want(t, p.Ask(moderator, "DELETE", "/v2/project/sodium/schedule", nil), 400) // without a reason
	want(t, p.Ask(moderator, "DELETE", "/v2/project/sodium/schedule"+p.scene.withReasonQuery(), nil), 204)
	p.status(project.Private)
	p.clock.move(2 * time.Hour)
	if n := p.run(); n != 0 {
		t.Errorf("%d events of a cancelled plan", n)
	}
	want(t, p.Ask(owner, "POST", "/v2/version/"+p.scene.version+"/schedule", p.in(time.Hour, "listed")), 204)
	want(t, p.Ask(owner, "DELETE", "/v3/version/"+p.scene.version+"/schedule", nil), 204)
	want(t, p.Ask(owner, "DELETE", "/v3/version/"+p.scene.version+"/schedule", nil), 404)
	if v := p.versionState(p.scene.version); v.Status != project.VersionDraft {
		t.Errorf("the version is %s", v.Status)
	}
}

func TestAReplacedPlanIsCarriedOutAtItsNewTimeOnly(t *testing.T) {
	p := newPlanner(t)
	p.scene.publish(p.world)
	want(t, p.Ask(owner, "POST", "/v2/project/sodium/schedule", p.in(time.Hour, "approved")), 204)
	want(t, p.Ask(owner, "POST", "/v2/project/sodium/schedule", p.in(2*time.Hour, "archived")), 204)
	p.clock.move(time.Hour)
	if n := p.run(); n != 0 {
		t.Errorf("%d events of the first plan", n)
	}
	p.clock.move(time.Hour)
	p.run()
	p.status(project.Archived)
}

func TestAReleaseThatItsAuthorMayNotMakeEndsThePlan(t *testing.T) {
	for name, c := range map[string]struct {
		lose func(p *planner)
		want project.Obstacle
	}{
		"the account was suspended": {func(p *planner) { p.accounts[member] = suspendedRank }, project.AuthorRight},
		"the account was closed":    {func(p *planner) { delete(p.accounts, member) }, project.AuthorGone},
		"the right was taken": {func(p *planner) {
			want(p, p.Ask(owner, "PATCH", "/v2/team/"+p.scene.project+"/members/"+member, fields{"permissions": project.EditBody}), 204)
		}, project.AuthorRight},
		"the member was removed": {func(p *planner) {
			want(p, p.Ask(owner, "DELETE", "/v2/team/"+p.scene.project+"/members/"+member, nil), 204)
		}, project.AuthorRight},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlanner(t)
			p.scene.publish(p.world)
			p.invite(p.scene.project, member, project.EditDetails|project.UploadVersion)
			want(t, p.Ask(member, "POST", "/v2/version/"+p.scene.version+"/schedule", p.in(time.Hour, "listed")), 204)
			want(t, p.Ask(member, "POST", "/v2/project/sodium/schedule", p.in(time.Hour, "approved")), 204)
			c.lose(p)
			p.clock.move(time.Hour)
			if n := p.run(); n != 2 {
				t.Errorf("%d events", n)
			}
			p.status(project.Private)
			ended, _ := p.Events("project-" + p.scene.project)[len(p.Events("project-"+p.scene.project))-1].(project.ReleasePlanEnded)
			if ended.Cause != project.PlanRefused || ended.Obstacle != c.want {
				t.Errorf("%+v", ended)
			}
			if e := p.last("project-" + p.scene.project); e.Meta.Actor != "" || e.Meta.Role != "system" {
				t.Errorf("ended by %s as %s", e.Meta.Actor, e.Meta.Role)
			}
			if v := p.versionState(p.scene.version); v.Status != project.VersionDraft || v.Plan != nil {
				t.Errorf("the version is %s %+v", v.Status, v.Plan)
			}
			if n := p.run(); n != 0 {
				t.Errorf("%d events of a repeated run", n)
			}
		})
	}
}

func TestAModeratorWithoutRankReleasesNothing(t *testing.T) {
	p := newPlanner(t)
	want(t, p.Ask(owner, "PATCH", "/v2/project/sodium", fields{"status": "processing"}), 204)
	body := p.in(time.Hour, "approved")
	body["reason"] = because
	want(t, p.Ask(moderator, "POST", "/v2/project/sodium/schedule", body), 204)
	p.accounts[moderator] = actor.NotStaff
	p.clock.move(time.Hour)
	p.run()
	p.status(project.Private)
}

func TestAVersionIsHiddenUntilItsRelease(t *testing.T) {
	p := newPlanner(t)
	p.scene.publish(p.world)
	path := "/v2/version/" + p.scene.version
	want(t, p.Ask(owner, "POST", path+"/schedule", p.in(time.Hour, "listed")), 204)
	want(t, p.Ask(stranger, "PATCH", path, fields{"name": "x"}), 404)
	want(t, p.Ask(owner, "PATCH", path, fields{"status": "scheduled"}), 400)
	p.clock.move(time.Hour)
	if n := p.run(); n != 1 {
		t.Errorf("%d events", n)
	}
	if v := p.versionState(p.scene.version); v.Status != project.VersionListed {
		t.Errorf("the version is %s", v.Status)
	}
}

func TestManyRunsAtOnceReleaseOnce(t *testing.T) {
	p := newPlanner(t)
	p.scene.publish(p.world)
	want(t, p.Ask(owner, "POST", "/v2/project/sodium/schedule", p.in(time.Hour, "approved")), 204)
	before := len(p.Events("project-" + p.scene.project))
	p.clock.move(time.Hour)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if err := p.releases.Project(p.Context(), p.scene.project); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := len(p.Events("project-"+p.scene.project)) - before; n != 1 {
		t.Errorf("%d events of one plan", n)
	}
}

// lossy is a log whose next append is durable, but whose answer is lost: the process was killed in between.
type lossy struct {
	eventlog.Log
	mu   sync.Mutex
	lose bool
}

var errLost = errors.New("the process was killed")

func (l *lossy) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	receipt, err := l.Log.Append(ctx, writes...)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lose && err == nil {
		l.lose = false
		return eventlog.Receipt{}, errLost
	}
	return receipt, err
}

func TestAReleaseWhoseProcessDiedAfterTheAppendIsNotRepeated(t *testing.T) {
	p := newPlanner(t)
	p.scene.publish(p.world)
	want(t, p.Ask(owner, "POST", "/v2/project/sodium/schedule", p.in(time.Hour, "approved")), 204)
	p.clock.move(time.Hour)
	before := p.Events("project-" + p.scene.project)
	p.releases.Handler.Log = &lossy{Log: p.EventLog, lose: true}
	if err := p.releases.Project(p.Context(), p.scene.project); !errors.Is(err, errLost) {
		t.Fatal(err)
	}
	for range 2 {
		if err := p.releases.Project(p.Context(), p.scene.project); err != nil {
			t.Fatal(err)
		}
	}
	plan := p.plan(before)
	wanted := project.StatusChanged{From: project.Scheduled, To: project.Listed, Plan: plan}
	if after := p.Events("project-" + p.scene.project)[len(before):]; !reflect.DeepEqual(after, []any{wanted}) {
		t.Errorf("%+v", after)
	}
}

// plan is the id of the last plan among events.
func (p *planner) plan(events []any) (id string) {
	for _, e := range events {
		if planned, ok := e.(project.ReleasePlanned); ok {
			id = planned.Plan
		}
	}
	return id
}

func TestTheAccessRulesOfCancellingAPlan(t *testing.T) {
	for _, c := range []struct {
		who              string
		project, version int
	}{
		{anonymous, 401, 401}, {stranger, 404, 404}, {asked, 401, 404}, {guest, 401, 404}, {owner, 204, 204}, {moderator, 204, 204}, {admin, 204, 204},
	} {
		for _, prefix := range []string{"/v2", "/v3"} {
			p := newPlanner(t)
			p.scene.publish(p.world)
			ofVersion := prefix + "/version/" + p.scene.version + "/schedule"
			want(t, p.Ask(owner, "POST", ofVersion, p.in(time.Hour, "listed")), 204)
			if a := p.Ask(c.who, "DELETE", ofVersion+p.scene.withReasonQuery(), nil); a.Status != c.version {
				t.Errorf("%s cancels the version's plan: %s", c.who, a)
			}
			ofProject := prefix + "/project/" + p.scene.project + "/schedule"
			want(t, p.Ask(owner, "POST", ofProject, p.in(time.Hour, "approved")), 204)
			p.Scopes = identity.AllScopes &^ identity.ScopeProjectWrite &^ identity.ScopeVersionWrite
			want(t, p.Ask(owner, "DELETE", ofProject, nil), 401)
			want(t, p.Ask(owner, "DELETE", ofVersion, nil), 401)
			p.Scopes = identity.AllScopes
			if a := p.Ask(c.who, "DELETE", ofProject+p.scene.withReasonQuery(), nil); a.Status != c.project {
				t.Errorf("%s cancels the project's plan: %s", c.who, a)
			}
		}
	}
}
