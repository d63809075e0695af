package wiki

// EventTypes maps the frozen name of every event of this package to a zero value of its Go type.
func EventTypes() map[string]any {
	return map[string]any{
		"wiki.editing-set.v1":             EditingSet{},
		"wiki.editor-named.v1":            EditorNamed{},
		"wiki.editor-unnamed.v1":          EditorUnnamed{},
		"wiki.locked.v1":                  Locked{},
		"wiki.unlocked.v1":                Unlocked{},
		"wiki.change-published.v1":        ChangePublished{},
		"wikipage.begun.v1":               PageBegun{},
		"wikipage.written.v1":             PageWritten{},
		"wikidraft.opened.v1":             DraftOpened{},
		"wikidraft.page-added.v1":         DraftPageAdded{},
		"wikidraft.page-retitled.v1":      DraftPageRetitled{},
		"wikidraft.page-readdressed.v1":   DraftPageReaddressed{},
		"wikidraft.page-moved.v1":         DraftPageMoved{},
		"wikidraft.page-reweighted.v1":    DraftPageReweighted{},
		"wikidraft.page-featured.v1":      DraftPageFeatured{},
		"wikidraft.page-removed.v1":       DraftPageRemoved{},
		"wikidraft.page-restored.v1":      DraftPageRestored{},
		"wikidraft.page-written.v1":       DraftPageWritten{},
		"wikidraft.conflict-resolved.v1":  DraftConflictResolved{},
		"wikidraft.rebased.v1":            DraftRebased{},
		"wikidraft.submitted.v1":          DraftSubmitted{},
		"wikidraft.taken-back.v1":         DraftTakenBack{},
		"wikidraft.reopened.v1":           DraftReopened{},
		"wikidraft.rejected.v1":           DraftRejected{},
		"wikidraft.accepted.v1":           DraftAccepted{},
		"wikidraft.given-up.v1":           DraftGivenUp{},
		"wikidraft.time-out-announced.v1": DraftTimeOutAnnounced{},
		"wikidraft.timed-out.v1":          DraftTimedOut{},
		"wikieditor.draft-begun.v1":       DraftBegun{},
		"wikieditor.draft-ended.v1":       DraftEnded{},
		"wikieditor.banned.v1":            Banned{},
		"wikieditor.ban-lifted.v1":        BanLifted{},
	}
}
