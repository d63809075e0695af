package audit

// The kinds of subjects.
const (
	SubjectProject      = "project"
	SubjectVersion      = "version"
	SubjectOrganization = "organization"
	SubjectCollection   = "collection"
	SubjectUser         = "user"
	SubjectReport       = "report"
	SubjectPlace        = "place" // of curated projects
	SubjectContent      = "content"
	SubjectTemplate     = "template"  // of messages to authors
	SubjectWords        = "words"     // list of phrases that texts may not contain
	SubjectTerm         = "term"      // of popular searches
	SubjectPackFile     = "packfile"  // by its SHA-512
	SubjectFlameFile    = "flamefile" // project of another platform
	SubjectDiscussion   = "discussion"
	SubjectPost         = "post" // answer in a discussion
	SubjectServer       = "server"
	SubjectNode         = "node"   // that runs servers
	SubjectLedger       = "ledger" // the site's money as a whole; it has no id
)

// The kinds of the items of entries about wikis and wallets.
const (
	ItemWikiChange = "wiki-change"
	ItemWikiDraft  = "wiki-draft"
	ItemPayout     = "payout"
)

// The kinds of entries. A decision ends a review round; StatusForced is a change of status by the staff outside of one.
const (
	Submitted = "submitted"
	Approved  = "approved"
	Rejected  = "rejected"
	Withheld  = "withheld"

	ReviewTakenOver  = "review-taken-over"
	ReviewHandedOver = "review-handed-over"
	TemplateChanged  = "template-changed"
	WordsChanged     = "words-changed" // its value is the version

	DecisionUndone = "decision-undone"
	UndoProposed   = "undo-proposed"
	UndoConfirmed  = "undo-confirmed"
	UndoDeclined   = "undo-declined"
	UndoLapsed     = "undo-lapsed"

	StatusChanged    = "status-changed"
	StatusForced     = "status-forced"
	ImportListed     = "import-listed"
	ReleasePlanned   = "release-planned"
	ReleasePlanEnded = "release-plan-ended"
	Deleted          = "deleted"

	MemberInvited      = "member-invited"
	InvitationEnded    = "invitation-ended"
	MemberJoined       = "member-joined"
	MemberLeft         = "member-left"
	MemberRemoved      = "member-removed"
	RightsGranted      = "rights-granted"
	OwnerChanged       = "owner-changed"
	OrganizationJoined = "organization-joined"
	OrganizationLeft   = "organization-left"

	RoleGranted   = "role-granted"
	RoleRevoked   = "role-revoked"
	AccountClosed = "account-closed"
	AccountErased = "account-erased"

	AccountSuspended = "account-suspended" // its value is the act, and after a space the end, if there is one
	AccountRestored  = "account-restored"
	AccountSignedOut = "account-signed-out"
	AddressSeen      = "address-seen"
	AccountLeaving   = "account-leaving"
	AccountReturned  = "account-returned"

	ReportOpened   = "report-opened"
	ReportClosed   = "report-closed"
	ReportReopened = "report-reopened"
	ReportDeleted  = "report-deleted"

	ClaimFiled      = "claim-filed"
	ClaimAccepted   = "claim-accepted"
	ClaimRejected   = "claim-rejected"
	ClaimSuperseded = "claim-superseded"
	ClaimWithdrawn  = "claim-withdrawn"

	WikiAccepted  = "wiki-accepted"
	WikiRejected  = "wiki-rejected"
	WikiReverted  = "wiki-reverted"
	WikiLocked    = "wiki-locked"
	WikiUnlocked  = "wiki-unlocked"
	WikiBanned    = "wiki-banned"
	WikiBanLifted = "wiki-ban-lifted"

	TranslationAsked    = "translation-asked"
	TranslationAccepted = "translation-accepted"
	TranslationRejected = "translation-rejected"
	TranslationRevoked  = "translation-revoked"

	TalkHidden   = "talk-hidden"
	TalkRestored = "talk-restored"
	TalkLocked   = "talk-locked"
	TalkUnlocked = "talk-unlocked"
	TalkPinned   = "talk-pinned"
	TalkUnpinned = "talk-unpinned"
	TalkDeleted  = "talk-deleted"

	ServerProvisioned = "server-provisioned" // its value is the node
	ServerSuspended   = "server-suspended"   // its value is the kind of suspension
	ServerUnsuspended = "server-unsuspended"
	ServerDeleted     = "server-deleted"
	ServerReturned    = "server-returned"
	NodeAdded         = "node-added"
	NodeRetired       = "node-retired"

	WalletFrozen   = "wallet-frozen"
	WalletUnfrozen = "wallet-unfrozen"
	PayoutHeld     = "payout-held"
	PayoutReleased = "payout-released"
	PayoutsPaused  = "payouts-paused"
	PayoutsResumed = "payouts-resumed"
	IncomeLeftOut  = "income-left-out" // of the sharing of the day that is its value
	IncomeTakenIn  = "income-taken-in"

	CollectionBarred   = "collection-barred"
	CollectionRestored = "collection-restored"
	Curated            = "curated"
	TermStruck         = "term-struck"
	TermAllowed        = "term-allowed"
	PackFileJudged     = "packfile-judged"
	ContentDestroyed   = "content-destroyed"
	StaffEdit          = "staff-edit" // any other change by the staff
)

// Kinds lists the kinds in the order of the menu.
func Kinds() []string {
	return []string{
		Approved, Rejected, Withheld, Submitted, ReviewTakenOver, ReviewHandedOver, TemplateChanged, WordsChanged,
		DecisionUndone, UndoProposed, UndoConfirmed, UndoDeclined, UndoLapsed,
		StatusForced, StatusChanged, ImportListed, ReleasePlanned, ReleasePlanEnded, Deleted,
		RightsGranted, MemberInvited, InvitationEnded, MemberJoined, MemberLeft, MemberRemoved, OwnerChanged, OrganizationJoined, OrganizationLeft,
		RoleGranted, RoleRevoked, AccountSuspended, AccountRestored, AccountSignedOut, AddressSeen, AccountLeaving, AccountReturned, AccountClosed, AccountErased,
		ReportOpened, ReportClosed, ReportReopened, ReportDeleted,
		ClaimFiled, ClaimAccepted, ClaimRejected, ClaimSuperseded, ClaimWithdrawn,
		WikiAccepted, WikiRejected, WikiReverted, WikiLocked, WikiUnlocked, WikiBanned, WikiBanLifted,
		TranslationAsked, TranslationAccepted, TranslationRejected, TranslationRevoked,
		TalkHidden, TalkRestored, TalkLocked, TalkUnlocked, TalkPinned, TalkUnpinned, TalkDeleted,
		ServerProvisioned, ServerSuspended, ServerUnsuspended, ServerDeleted, ServerReturned, NodeAdded, NodeRetired,
		WalletFrozen, WalletUnfrozen, PayoutHeld, PayoutReleased, PayoutsPaused, PayoutsResumed, IncomeLeftOut, IncomeTakenIn,
		CollectionBarred, CollectionRestored, Curated, TermStruck, TermAllowed, PackFileJudged, ContentDestroyed, StaffEdit,
	}
}
