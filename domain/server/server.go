package server

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

// Limits of servers.
const (
	MaxName = 48 // characters
	// PowerRequests is the largest number of power requests of a server in PowerSpan.
	PowerRequests = 10
	PowerSpan     = time.Minute
	// Kept is how long a deleted server can be brought back.
	Kept = 7 * 24 * time.Hour
)

// State is a server, folded from its stream. The zero State does not exist.
type State struct {
	ID, Owner, Node string
	Port            int
	MemoryMiB       int  // of the plan
	Installed       bool // there is software that can be started
	Suspension      Suspension
	Deleted         time.Time // zero: it is not
	Expired         bool      // it was deleted, and cannot be brought back any more: it holds no ports and no subdomain
	Running         bool      // it shall run
	Powers          []time.Time
	// Generation is the number of events, which is that of the desired state.
	Generation uint64
	Members    map[string]Member  // beside the owner, with those that are invited
	Ports      []int              // beyond the first, the newest last
	Subdomain  string             // empty: none
	Properties map[string]Setting // that were decided, by their keys
	Loader     string             // of its software
	Software   string             // its kind
	Content    map[string]Content // by project
	// SubdomainFailing is since when its subdomain could not be written when that was reported last.
	SubdomainFailing time.Time
	// Epochs are those of accounts that have lost a right: tokens of a lower epoch do not hold.
	Epochs map[string]uint64
	// Backups are those that were not reported as removed, by their ids; BackupNumber counts those that were asked for.
	Backups      map[string]Backup
	BackupNumber int
	Autobackup   bool
	Restoring    Restoring // the zero value: nothing is being restored
	Former       Former    // the zero value: no restore can be taken back
	Licence      bool      // somebody has accepted the game's licence
	Installing   Installing
	// Uploading is true while the node installs an archive that somebody uploaded to it.
	Uploading     bool
	InstallReport Reported
}

// Evolve applies one event to a state.
func Evolve(s State, event any, at time.Time) State {
	s.Generation++
	switch e := event.(type) {
	case Provisioned:
		return State{ID: e.Server, Owner: e.Owner, Node: e.Node, Port: e.Port, MemoryMiB: e.Plan.MemoryMiB, Loader: e.Software.Loader, Software: e.Software.Kind, Installed: e.Software.Kind != None, Generation: s.Generation}
	case PowerRequested:
		s.Running = e.Action == Start || e.Action == Restart
		s.Powers = append(append([]time.Time{}, recent(s.Powers, at)...), at)
	case Suspended:
		s.Suspension, s.Running = e.Suspension, false
	case Unsuspended:
		s.Suspension = ""
	case Deleted:
		s.Deleted, s.Running = at, false
	case Returned:
		s.Deleted = time.Time{}
	case AllocationReserved:
		s.Ports = append(slices.Clone(s.Ports), e.Port)
	case AllocationReleased:
		s.Ports = slices.DeleteFunc(slices.Clone(s.Ports), func(port int) bool { return port == e.Port })
	case SubdomainSet:
		s.Subdomain = e.Subdomain
	case Expired:
		s.Expired, s.Ports, s.Subdomain = true, nil, ""
	case SubdomainFailed:
		s.SubdomainFailing = e.Since
	case PropertiesSet:
		return s.propertiesSet(e)
	default:
		if changed, ok := s.backupChanged(event); ok {
			return changed
		}
		if changed, ok := s.installChanged(event); ok {
			return changed
		}
		return s.contentChanged(event)
	}
	return s
}

// recent are the times that still count at a moment.
func recent(times []time.Time, now time.Time) []time.Time {
	for i, t := range times {
		if now.Sub(t) < PowerSpan {
			return times[i:]
		}
	}
	return nil
}

// Command is a command on a server.
type Command interface {
	decide(s State) ([]any, role.Role, error)
}

// Decide returns the events of a command, or a *fault.Error.
func Decide(s State, c Command) ([]decision.Event, error) { return decision.Of(c.decide(s)) }

// Missing is the error for a server that does not exist.
func Missing(s State) error {
	if s.ID == "" {
		return missing()
	}
	return nil
}

// missing is the one answer about servers that do not exist, or that the caller has no part in.
func missing() error { return fault.NotFound("服务器不存在。") }

// of returns the role in which an actor acts on the server by a right, or an error: strangers, and accounts that have not accepted their
// invitation, do not learn that it exists.
func (s State) of(a actor.Actor, need Rights) (role.Role, error) {
	rights := s.Rights(a.Account)
	member := rights != 0 && s.Deleted.IsZero()
	switch {
	case !a.SignedIn():
		return "", fault.Unauthorized("请先登录。")
	case s.ID == "":
		return "", missing()
	case member && a.Account == s.Owner:
		return role.Owner, nil
	case member && rights.Has(need):
		return role.Member, nil
	case a.Admin():
		return role.Admin, nil
	case member:
		return "", lacks(need)
	}
	return "", missing()
}

// use is of for what a suspended server does not allow.
func (s State) use(a actor.Actor, need Rights) (role.Role, error) {
	as, err := s.of(a, need)
	switch {
	case err != nil:
		return "", err
	case !s.Deleted.IsZero():
		return "", fault.Conflict("服务器已删除。")
	case s.Suspension != "":
		return "", suspended()
	}
	return as, nil
}

func suspended() error { return fault.Denied("服务器已暂停，暂时无法使用。") }
