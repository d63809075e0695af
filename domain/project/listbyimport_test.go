package project

import (
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/role"
)

func TestTheImportListsADraftWithoutAReviewDecision(t *testing.T) {
	s := given(t)
	then(t, s, ListByImport{Source: "catalogue"}, ListedByImport{Source: "catalogue", Status: Listed})
	then(t, s, ListByImport{Source: "catalogue", Status: Archived}, ListedByImport{Source: "catalogue", Status: Archived})
	then(t, s, ListByImport{Source: "catalogue", Author: " A b ", Undated: true}, ListedByImport{Source: "catalogue", Status: Listed, Author: "A b", Undated: true})
	thenRefused(t, s, ListByImport{Source: "catalogue", Author: strings.Repeat("a", 129)}, fault.KindInvalid)
	if got, err := Decide(s, ListByImport{Source: "catalogue"}); err != nil || len(got) != 1 || got[0].Role != role.Import {
		t.Error(got, err)
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	listed := EvolveAt(s, ListedByImport{Source: "catalogue", Status: Listed}, at)
	if listed.Status != Listed || !listed.EverApproved || !listed.ApprovedAt.Equal(at) || listed.Round != 0 {
		t.Errorf("%+v", listed)
	}
	then(t, listed, ListByImport{Source: "catalogue"})
	thenRefused(t, listed, ListByImport{Source: "catalogue", Status: Archived}, fault.KindConflict)
	thenRefused(t, given(t, inReview), ListByImport{Source: "catalogue"}, fault.KindConflict)
	thenRefused(t, s, ListByImport{Source: "catalogue", Status: Held}, fault.KindInvalid)
	thenRefused(t, s, ListByImport{Source: " "}, fault.KindInvalid)
	thenRefused(t, given(t, Deleted{}), ListByImport{Source: "catalogue"}, fault.KindNotFound)
}

func TestADecisionContainsItsSubmissionAndOptions(t *testing.T) {
	s := given(t, inReview)
	options := []string{"title-unclear", "description-short"}
	then(t, s, Approve{By: moderator, Reason: because, Options: options}, Approved{Submission: round, From: Processing, Status: Listed, Options: options, Reason: because})
	then(t, s, Reject{By: moderator, Reason: because, Message: "x", Options: options}, Rejected{Submission: round, From: Processing, Message: "x", Options: options, Reason: because})
	then(t, s, Withhold{By: moderator, Reason: because, Message: "x", Options: options}, Withheld{Submission: round, From: Processing, Message: "x", Options: options, Reason: because})
	// A decision outside a review round contains no submission.
	after := Evolve(s, Rejected{Submission: round, From: Processing, Message: "x"})
	then(t, after, Approve{By: moderator, Reason: because}, Approved{From: Refused, Status: Listed, Reason: because})
	for _, bad := range [][]string{{"a", "a"}, {""}, {"Big"}, {"a b"}, make([]string, maxOptions+1)} {
		f := thenRefused(t, s, Reject{By: moderator, Reason: because, Message: "x", Options: bad}, fault.KindInvalid)
		if f.Field != "moderation_options" {
			t.Errorf("%v: %v", bad, f)
		}
	}
}

func TestTheNumberOfVersionsOfAProjectIsLimited(t *testing.T) {
	c := release()
	c.Versions = MaxVersions
	_, err := DecideVersion(ProjectVersion{Project: given(t)}, c)
	refused(t, err, fault.KindInvalid)
	c.Versions--
	if _, err := DecideVersion(ProjectVersion{Project: given(t)}, c); err != nil {
		t.Fatal(err)
	}
}
