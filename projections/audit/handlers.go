package audit

import (
	"strconv"
	"time"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/domain/curation"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/packfile"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/runtime"
)

type handler = runtime.Handler[*batch]

// on makes one entry of each event of a type.
func on[P any](kind string, fill func(r *entry, p P)) handler {
	return runtime.On(func(b *batch, e runtime.Event, p P) {
		r := b.begin(e, kind)
		fill(&r, p)
		b.add(r)
	})
}

// handlers are those of all types; a later one replaces an earlier one.
func handlers() []handler {
	var list []handler
	for _, part := range [][]handler{staffEdits(), named(), reviews(), statuses(), teams(), organizations(), accounts(), reports(), claims(), wikis(), translations(), talk(), servers(), money(), others()} {
		list = append(list, part...)
	}
	return list
}

// staffEdits are the changes by the staff that have no kind of their own. A list that repeats another event's change
// is left out.
func staffEdits() []handler {
	return []handler{
		runtime.Each(project.EventTypes(), "project.", staffEdit, project.VersionAdded{}, project.VersionRemoved{}),
		runtime.Each(project.EventTypes(), "version.", staffEdit),
		runtime.Each(organization.EventTypes(), "organization.", staffEdit,
			organization.SlugReserved{}, organization.SlugReleased{}, organization.ProjectAdded{}, organization.ProjectRemoved{}, organization.ProjectsClosed{}),
		runtime.Each(collection.EventTypes(), "collection.", staffEdit, collection.SlotTaken{}, collection.SlotFreed{}),
		runtime.Each(account.EventTypes(), "account.", staffEdit, account.ProviderLinked{}, account.ProviderUnlinked{}),
		runtime.Each(wiki.EventTypes(), "wiki.", staffEdit),
		runtime.Each(translation.EventTypes(), "translation.", staffEdit),
	}
}

func staffEdit(b *batch, e runtime.Event) error {
	if role.Role(e.Meta.Role).Staff() {
		b.add(b.begin(e, StaffEdit))
	}
	return nil
}

// named are the events that give a thing its name.
func named() []handler {
	name := func(b *batch, e runtime.Event, name string) error {
		b.change(subjectOf(e)).Name = name
		return staffEdit(b, e)
	}
	return []handler{
		runtime.Try(func(b *batch, e runtime.Event, p project.Created) error { return name(b, e, p.Title) }),
		runtime.Try(func(b *batch, e runtime.Event, p project.Renamed) error { return name(b, e, p.Title) }),
		runtime.Try(func(b *batch, e runtime.Event, p organization.Created) error { return name(b, e, p.Name) }),
		runtime.Try(func(b *batch, e runtime.Event, p organization.Renamed) error { return name(b, e, p.Name) }),
		runtime.Try(func(b *batch, e runtime.Event, p collection.Created) error { return name(b, e, p.Name) }),
		runtime.Try(func(b *batch, e runtime.Event, p collection.Renamed) error { return name(b, e, p.Name) }),
	}
}

func reviews() []handler {
	decided := func(b *batch, e runtime.Event, kind, submission string, from, to project.Status, message string, options []string) {
		r := b.begin(e, kind)
		r.From, r.To, r.Message = string(from), string(to), message
		if r.Options = options; options == nil {
			r.Options = []string{}
		}
		if submission == "" {
			r.Kind = StatusForced
		} else {
			r.Round = b.of(SubjectProject, r.Project).Rounds
		}
		b.add(r)
	}
	return []handler{
		runtime.On(func(b *batch, e runtime.Event, p project.Submitted) {
			s := b.change(subjectOf(e))
			s.Rounds++
			r := b.begin(e, Submitted)
			r.From, r.To, r.Round = string(p.From), string(project.Processing), s.Rounds
			b.add(r)
		}),
		runtime.On(func(b *batch, e runtime.Event, p project.Approved) {
			decided(b, e, Approved, p.Submission, p.From, p.Status, p.Message, p.Options)
		}),
		runtime.On(func(b *batch, e runtime.Event, p project.Rejected) {
			decided(b, e, Rejected, p.Submission, p.From, project.Refused, p.Message, p.Options)
		}),
		runtime.On(func(b *batch, e runtime.Event, p project.Withheld) {
			decided(b, e, Withheld, p.Submission, p.From, project.Held, p.Message, p.Options)
		}),
		runtime.On(func(b *batch, e runtime.Event, p project.DecisionUndone) {
			r := b.begin(e, DecisionUndone)
			r.About, r.From, r.To, r.Value = p.Moderator, string(p.From), string(p.To), p.Decision
			if p.Submission != "" {
				r.Round = b.of(SubjectProject, r.Project).Rounds
			}
			b.add(r)
		}),
		on(UndoProposed, func(r *entry, p review.UndoProposed) { r.About, r.Value = p.Moderator, p.Decision }),
		on(UndoConfirmed, func(r *entry, p review.UndoConfirmed) { r.About, r.Value = p.Proposer, p.Decision }),
		on(UndoDeclined, func(r *entry, p review.UndoDeclined) { r.About, r.Value = p.Proposer, p.Decision }),
		on(UndoLapsed, func(r *entry, p review.UndoLapsed) { r.Value = string(p.Cause) }),
		on(ReviewTakenOver, func(r *entry, p review.TakenOver) { r.About = p.From }),
		on(ReviewHandedOver, func(r *entry, p review.HandedOver) { r.About, r.Round = p.To, p.Round }),
		on(TemplateChanged, (*entry).aboutTemplate),
		on(WordsChanged, func(r *entry, p risk.WordsChanged) { r.SubjectKind, r.Value = SubjectWords, strconv.Itoa(p.Version) }),
	}
}

func statuses() []handler {
	return []handler{
		on(StatusChanged, func(r *entry, p project.StatusChanged) { r.From, r.To = string(p.From), string(p.To) }),
		on(ImportListed, func(r *entry, p project.ListedByImport) { r.To, r.Value = string(p.Status), p.Source }),
		on(ReleasePlanned, func(r *entry, p project.ReleasePlanned) { r.To = string(p.Status) }),
		on(ReleasePlanEnded, func(r *entry, p project.ReleasePlanEnded) { r.To, r.Value = string(p.Status), string(p.Cause) }),
		on(Deleted, func(r *entry, p project.Deleted) { r.Value = p.Slug }),
		on(StatusChanged, func(r *entry, p project.VersionStatusChanged) { r.To = string(p.Status) }),
		on(ReleasePlanned, func(r *entry, p project.VersionReleasePlanned) { r.To = string(p.Status) }),
		on(ReleasePlanEnded, func(r *entry, p project.VersionReleasePlanEnded) { r.To, r.Value = string(p.Status), string(p.Cause) }),
		on(Deleted, func(*entry, project.VersionDeleted) {}),
	}
}

func teams() []handler {
	return append(members[project.Permissions](),
		on(MemberInvited, func(r *entry, p project.MemberInvited) { r.About, r.Value = p.Account, rights(p.Permissions) }),
		on(RightsGranted, func(r *entry, p project.RightsGranted) { r.About, r.Value = p.Account, rights(p.Permissions) }),
		on(OrganizationJoined, func(r *entry, p project.EnteredOrganization) {
			r.ItemKind, r.Item = SubjectOrganization, p.Organization
		}),
		on(OrganizationLeft, func(r *entry, p project.LeftOrganization) {
			r.About, r.ItemKind, r.Item = p.Owner, SubjectOrganization, p.Organization
		}),
	)
}

func organizations() []handler {
	return append(members[organization.Rights](),
		on(MemberInvited, func(r *entry, p organization.MemberInvited) { r.About, r.Value = p.Account, rights(p.Permissions) }),
		on(RightsGranted, func(r *entry, p organization.RightsGranted) { r.About, r.Value = p.Account, rights(p.Permissions) }),
		on(Deleted, func(r *entry, p organization.Deleted) { r.Value = p.Slug }),
	)
}

// members are the changes of a team whose members have rights of type P.
func members[P any]() []handler {
	return []handler{
		on(InvitationEnded, func(r *entry, p team.Declined[P]) { r.About = p.Account }),
		on(InvitationEnded, func(r *entry, p team.Withdrawn[P]) { r.About = p.Account }),
		on(MemberJoined, func(r *entry, p team.Joined[P]) { r.About = p.Account }),
		on(MemberLeft, func(r *entry, p team.Left[P]) { r.About = p.Account }),
		on(MemberRemoved, func(r *entry, p team.Removed[P]) { r.About = p.Account }),
		on(OwnerChanged, func(r *entry, p team.HandedOver[P]) { r.About = p.Account }),
	}
}

func rights[P ~uint64](p P) string { return strconv.FormatUint(uint64(p), 10) }

func accounts() []handler {
	return []handler{
		on(RoleGranted, func(r *entry, p account.RoleGranted) { r.Value = string(p.Role) }),
		on(RoleRevoked, func(r *entry, p account.RoleRevoked) { r.Value = string(p.Role) }),
		on(RoleGranted, func(r *entry, p account.RightGranted) { r.Value = string(p.Right) }),
		on(RoleRevoked, func(r *entry, p account.RightRevoked) { r.Value = string(p.Right) }),
		on(AccountSuspended, func(r *entry, p account.Suspended) {
			if r.Value = string(p.Act); p.Until != nil {
				r.Value += " " + p.Until.UTC().Format(time.RFC3339)
			}
		}),
		on(AccountRestored, func(r *entry, p account.Restored) { r.Value = string(p.Act) }),
		on(AccountSignedOut, func(*entry, account.SignedOut) {}),
		on(AddressSeen, func(r *entry, p account.AddressSeen) {
			if p.Found {
				r.Value = "found"
			}
		}),
		on(AccountLeaving, func(r *entry, p account.Leaving) { r.Value = p.Until.UTC().Format(time.RFC3339) }),
		on(AccountReturned, func(*entry, account.Returned) {}),
		on(AccountClosed, func(*entry, account.Closed) {}),
		runtime.On(func(b *batch, e runtime.Event, p account.Erased) {
			b.erase(p.Account)
			b.add(b.begin(e, AccountErased))
		}),
	}
}

func reports() []handler {
	later := func(b *batch, e runtime.Event, kind, value string) {
		r := b.begin(e, kind)
		about := b.of(SubjectReport, r.Subject)
		r.ItemKind, r.Item, r.Value = about.ItemKind, about.Item, value
		b.add(r)
	}
	return []handler{
		runtime.On(func(b *batch, e runtime.Event, p report.Opened) {
			s := b.change(SubjectReport, p.Report)
			s.ItemKind, s.Item = string(p.ItemType), p.Item
			later(b, e, ReportOpened, string(p.Type))
		}),
		runtime.On(func(b *batch, e runtime.Event, p report.Closed) { later(b, e, ReportClosed, string(p.Result)) }),
		runtime.On(func(b *batch, e runtime.Event, _ report.Reopened) { later(b, e, ReportReopened, "") }),
		runtime.On(func(b *batch, e runtime.Event, _ report.Deleted) { later(b, e, ReportDeleted, "") }),
	}
}

func claims() []handler {
	return []handler{
		on(ClaimFiled, func(r *entry, p claim.Filed) { r.About, r.Value = p.Account, string(p.Proof) }),
		on(ClaimAccepted, func(r *entry, p claim.Accepted) { r.About = p.Account }),
		on(ClaimRejected, func(r *entry, p claim.Rejected) { r.About = p.Account }),
		on(ClaimSuperseded, func(r *entry, p claim.Superseded) { r.About = p.Account }),
		on(ClaimWithdrawn, func(r *entry, p claim.Withdrawn) { r.About = p.Account }),
	}
}

// translations are the decisions about links of language packs: the subject is the pack, the item the original.
func translations() []handler {
	of := func(r *entry, original, by string) { r.ItemKind, r.Item, r.About = SubjectProject, original, by }
	return []handler{
		on(TranslationAsked, func(r *entry, p translation.Asked) {
			of(r, p.TargetProject, p.By)
			r.Value = string(p.Language)
		}),
		on(TranslationAsked, func(r *entry, p translation.AskedAgain) { of(r, p.TargetProject, p.By) }),
		on(TranslationAccepted, func(r *entry, p translation.Accepted) {
			if of(r, p.TargetProject, p.By); p.Automatic {
				r.Value = "automatic"
			}
		}),
		on(TranslationRejected, func(r *entry, p translation.Rejected) { of(r, p.TargetProject, p.By) }),
		on(TranslationRevoked, func(r *entry, p translation.Revoked) { of(r, p.TargetProject, p.By) }),
	}
}

func others() []handler {
	return []handler{
		on(CollectionBarred, func(*entry, collection.Rejected) {}),
		on(CollectionRestored, func(r *entry, p collection.RejectionLifted) { r.To = string(p.Status) }),
		on(Curated, func(r *entry, p curation.Changed) { r.Value = strconv.Itoa(len(p.Entries)) }),
		on(TermStruck, func(r *entry, p curation.TermStruck) { r.aboutTerm(p.Term) }),
		on(TermAllowed, func(r *entry, p curation.TermAllowed) { r.aboutTerm(p.Term) }),
		on(PackFileJudged, func(r *entry, p packfile.Judged) {
			r.Name, r.From, r.To, r.Value, r.Message = p.Name, string(p.From), string(p.Status), p.Title, p.Proof
		}),
		on(PackFileJudged, func(r *entry, p packfile.FlameJudged) {
			r.Name, r.From, r.To, r.Value = p.Title, string(p.From), string(p.Status), p.Link
		}),
		on(ContentDestroyed, func(r *entry, p retention.Destroyed) { r.Value, r.ItemKind = p.Name, p.Kind }),
	}
}
