package data_test

import (
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/image"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/report"
	"github.com/modyard/modyard/domain/retention"
	"github.com/modyard/modyard/domain/thread"
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/domain/wiki"
)

const drawn = "images/" + owner + "/b1/" + sha + ".png"

// draw stores a picture that an account has uploaded for a text.
func (s *store) draw(key, by string, context image.Context, subject string) string {
	s.t.Helper()
	s.store(key)
	s.Happen("images-"+by, by, image.Added{Image: "Image001", Owner: by, URL: s.blobs.URL(key), Size: 1, Context: context, Subject: subject})
	return "正文 ![图](" + s.blobs.URL(key) + ")"
}

func TestAPictureInABodyIsSeenByWhoMaySeeTheProjectNow(t *testing.T) {
	s := newStore(t)
	s.begin()
	s.draw(drawn, owner, image.Project, projectID)
	s.want(hidden, drawn, "", stranger)
	s.want(inside, drawn, owner, member, moderator)
	s.Project(projectID, owner, project.Submitted{From: project.Draft})
	s.want(hidden, drawn, "", stranger) // nothing is cached before the approval
	s.Project(projectID, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	s.want(forever, drawn, "", stranger, owner)
	s.Project(projectID, moderator, project.Withheld{From: project.Listed})
	s.want(linked, drawn, "", stranger)
	s.Project(projectID, moderator, project.Rejected{From: project.Held})
	s.want(hidden, drawn, "", stranger)
	s.want(inside, drawn, owner, member, moderator)
	s.Project(projectID, owner, project.Deleted{Slug: "quay"})
	s.want(hidden, drawn, "", stranger, member)
	s.want(inside, drawn, moderator)
}

func TestAPictureInAChangelogFollowsItsVersion(t *testing.T) {
	s := newStore(t)
	s.begin()
	text := s.draw(drawn, member, image.Version, "") // while the version was being written
	theirs := "images/" + member + "/b2/" + sha + ".png"
	text += s.draw(theirs, member, image.Version, "")
	s.Project(projectID, owner, project.Submitted{From: project.Draft})
	s.Project(projectID, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	s.want(hidden, theirs, "", stranger)
	s.Happen("version-"+versionID, member, project.ChangelogWritten{Version: versionID, Project: projectID, Changelog: text})
	s.want(forever, theirs, "", stranger)
	s.want(hidden, drawn, "", stranger) // another account's: whoever repeats an address publishes nothing with it
	s.Happen("version-"+versionID, owner, project.ChangelogWritten{Version: versionID, Project: projectID, Changelog: "无图"})
	s.want(forever, theirs, "", stranger)
	s.Happen("version-"+versionID, owner, project.VersionStatusChanged{Version: versionID, Project: projectID, Status: project.VersionDraft})
	s.want(hidden, theirs, "", stranger)
	s.want(inside, theirs, member, owner, moderator)
	s.Happen("version-"+versionID, owner, project.VersionDeleted{Version: versionID, Project: projectID})
	s.want(hidden, theirs, "", stranger, owner)
}

func TestAPictureOfAWikiIsThePublicsOnceAPageWithItIsPublished(t *testing.T) {
	s := newStore(t)
	s.begin()
	s.Project(projectID, owner, project.Submitted{From: project.Draft})
	s.Project(projectID, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	theirs, elsewhere := "images/"+stranger+"/b1/"+sha+".png", "images/"+stranger+"/b2/"+sha+".png"
	text := s.draw(theirs, stranger, "wiki", projectID)
	other := s.draw(elsewhere, stranger, image.Report, "")
	s.want(hidden, theirs, "")
	s.want(inside, theirs, stranger, owner, member, moderator) // the reviewers see it
	s.want(hidden, elsewhere, owner)
	s.Happen("wikidraft-DrftOne1", stranger, wiki.DraftOpened{Draft: "DrftOne1", Project: projectID, Account: stranger},
		wiki.DraftPageWritten{Draft: "DrftOne1", Page: "PageOne1", Text: erasable.Of(stranger, text+other)})
	s.want(inside, elsewhere, stranger, owner, member)
	s.want(hidden, elsewhere, "")
	s.Happen("wikipage-PageOne1", owner, wiki.Written(projectID, "ChngOne1", stranger, "PageOne1", text))
	s.want(forever, theirs, "", stranger, owner)
	s.want(hidden, elsewhere, "")
	s.Project(projectID, moderator, project.Withheld{From: project.Listed}, project.Rejected{From: project.Held})
	s.want(hidden, theirs, "")
	s.want(inside, theirs, stranger, owner, member)
}

func TestPicturesOfAReportAreItsReportersAndTheStaffs(t *testing.T) {
	s := newStore(t)
	theirs, answer, note := "images/"+member+"/b1/"+sha+".png", "images/"+moderator+"/b1/"+sha+".png", "images/"+moderator+"/b2/"+sha+".png"
	text := s.draw(theirs, member, image.Report, "")
	s.want(inside, theirs, member, moderator) // before there is a report
	s.want(hidden, theirs, "", stranger, owner)
	s.Happen("report-Report01", member, report.Opened{Report: "Report01", Type: "spam", ItemType: "project", Item: projectID, Reporter: member, Body: erasable.Of(member, text), Thread: "Thread01"})
	s.Happen("thread-Thread01", member, thread.Opened{Thread: "Thread01", Kind: thread.AboutReport, Subject: "Report01", Owner: member})
	for key, private := range map[string]bool{answer: false, note: true} {
		said := s.draw(key, moderator, image.ThreadMessage, "")
		s.Happen("thread-Thread01", moderator, thread.MessagePosted{Thread: "Thread01", Message: key[16:18] + "Messag", Author: moderator, Staff: true, Private: private, Body: erasable.Of(moderator, said)})
	}
	s.want(inside, theirs, member, moderator)
	s.want(inside, answer, member, moderator)
	for _, key := range []string{theirs, answer, note} {
		s.want(hidden, key, "", stranger, owner)
	}
	s.want(hidden, note, member)
	s.Happen("thread-Thread01", moderator, thread.MessageDeleted{Thread: "Thread01", Message: answer[16:18] + "Messag"})
	s.want(hidden, answer, member)
	s.Happen("report-Report01", member, report.Deleted{Report: "Report01"})
	s.want(hidden, theirs, stranger)
	s.want(inside, theirs, member)
}

func TestAPictureInTheThreadOfALinkIsForThoseWhoWriteInIt(t *testing.T) {
	const (
		translator, partner, helper, left, orga, lesser = "UserTra5", "UserPar6", "UserHel7", "UserLef8", "UserOrg9", "UserLes0"

		pack, packVersion, studio, talk = "PackAbc1", "PackVer1", "Studio01", "Thread01"
	)
	s := newStore(t)
	s.begin() // member is only invited to the original
	for _, id := range []string{translator, partner, helper, left, orga, lesser} {
		s.Account(id, strings.ToLower(id), "user")
	}
	s.Happen("organization-"+studio, orga, organization.Created{Organization: studio, Slug: "studio", Name: "工作室", Owner: orga},
		organization.MemberInvited{Account: lesser, ProjectPermissions: project.UploadVersion}, organization.MemberJoined{Account: lesser})
	s.Project(pack, translator, project.Created{Project: pack, Slug: "pack", Type: project.TypeLanguage, Title: "Pack", Owner: translator})
	s.Project(pack, translator, project.EnteredOrganization{Organization: studio})
	for who, rights := range map[string]project.Permissions{partner: project.UploadVersion, helper: project.EditBody, left: project.UploadVersion, lesser: project.EditBody} {
		s.Project(pack, translator, project.MemberInvited{Account: who, Role: "成员", Permissions: rights}, project.MemberJoined{Account: who})
	}
	s.Project(pack, left, project.MemberLeft{Account: left})
	s.Happen("version-"+packVersion, translator, project.VersionCreated{Version: packVersion, Project: pack, Author: translator, Name: "1", Number: "1", Channel: project.Release, Status: project.VersionListed})
	s.Happen("translation-"+packVersion, translator, translation.Asked{
		Version: packVersion, Project: pack, Target: versionID, TargetProject: projectID, Language: translation.Simplified, Thread: talk, By: translator,
	})
	s.Happen("thread-"+talk, translator, thread.Opened{Thread: talk, Kind: thread.AboutLink, Subject: translation.Subject(packVersion, versionID), Owner: left})
	say := func(key, by string, staff, private bool) {
		said := s.draw(key, by, image.ThreadMessage, "")
		s.Happen("thread-"+talk, by, thread.MessagePosted{Thread: talk, Message: "Messag" + key[16:18], Author: by, Staff: staff, Private: private, Body: erasable.Of(by, said)})
	}
	asked, answered, note := "images/"+translator+"/b1/"+sha+".png", "images/"+owner+"/b2/"+sha+".png", "images/"+moderator+"/b3/"+sha+".png"
	say(asked, translator, false, false)
	say(answered, owner, false, false)
	say(note, moderator, true, true)
	for _, key := range []string{asked, answered} {
		s.want(inside, key, translator, partner, orga, owner, moderator)
		s.want(hidden, key, "", stranger, member, helper, left, lesser) // a member's own rights outweigh those of the organization
	}
	s.want(inside, note, moderator)
	s.want(hidden, note, translator, partner, owner, member, stranger)
}

func TestAPictureOfADecisionIsForTheTeam(t *testing.T) {
	s := newStore(t)
	s.begin()
	shown := "images/" + moderator + "/b1/" + sha + ".png"
	text := s.draw(shown, moderator, image.ThreadMessage, "")
	s.Project(projectID, owner, project.Submitted{From: project.Draft})
	s.want(hidden, shown, owner)
	s.Project(projectID, moderator, project.Approved{From: project.Processing, Status: project.Listed, Message: text})
	s.want(inside, shown, owner, member, moderator)
	s.want(hidden, shown, "", stranger)
}

func TestDeletedDestroyedAndUnknownPicturesAreNobodys(t *testing.T) {
	s := newStore(t)
	s.begin()
	s.Project(projectID, owner, project.Submitted{From: project.Draft})
	s.Project(projectID, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	other := "images/" + member + "/b1/" + sha + ".png"
	s.draw(drawn, owner, image.Project, projectID)
	s.draw(other, member, image.Project, projectID)
	s.want(forever, drawn, "")
	s.want(forever, other, "")
	s.Happen("images-"+owner, owner, image.Deleted{Image: "Image001", Owner: owner, URL: s.blobs.URL(drawn)})
	s.want(hidden, drawn, "", stranger, member)
	s.Happen("account-"+member, member, account.Erased{Account: member})
	s.want(hidden, other, "", stranger, owner)
	s.draw(drawn, owner, image.Project, projectID)
	s.Happen("retention-"+owner, moderator, retention.Destroyed{Key: drawn, Kind: "picture"})
	s.want(hidden, drawn, "", stranger)
	for _, key := range []string{"images/" + owner + "/b9/" + sha + ".png", "erased/" + owner, "seals/x", "images/" + sha + ".png"} {
		s.store(key)
		s.want(hidden, key, "", stranger, member)
	}
}

func TestAPictureThatStandsInPrivateNotesAloneIsHiddenFromModeratorsOfTheTeam(t *testing.T) {
	const talk = "Thread01"
	s := newStore(t)
	s.begin()
	writer := "UserMod5"
	s.Account(writer, "reviewer", "moderator")
	note, both := "images/"+writer+"/b1/"+sha+".png", "images/"+writer+"/b2/"+sha+".png"
	s.Happen("thread-"+talk, owner, thread.Opened{Thread: talk, Kind: thread.AboutProject, Subject: projectID, Owner: owner})
	say := func(message, key string, private bool) {
		said := s.draw(key, writer, image.ThreadMessage, "")
		s.Happen("thread-"+talk, writer, thread.MessagePosted{Thread: talk, Message: message, Author: writer, Staff: true, Private: private, Body: erasable.Of(writer, said)})
	}
	say("Message1", note, true)
	say("Message2", both, true)
	say("Message3", both, false)
	s.want(inside, note, moderator)
	s.Project(projectID, owner, project.MemberInvited{Account: moderator, Role: "x"})
	s.want(inside, note, moderator)
	s.Project(projectID, moderator, project.MemberJoined{Account: moderator})
	s.want(hidden, note, moderator, owner)
	s.want(inside, both, moderator, owner)
	s.want(inside, note, writer)
}

func TestAPictureOfTheForumIsSeenByThoseWhoReadItsText(t *testing.T) {
	s := newStore(t)
	s.begin() // a draft
	const chat, board, answer = "Discuss1", "Discuss2", "Answer01"
	opening, posted, secret := "images/"+stranger+"/b1/"+sha+".png", "images/"+stranger+"/b2/"+sha+".png", "images/"+member+"/b3/"+sha+".png"
	text, said, own := s.draw(opening, stranger, "discussion", ""), s.draw(posted, stranger, "post", ""), s.draw(secret, member, "post", "")
	for _, key := range []string{opening, posted} {
		s.want(inside, key, stranger, moderator) // before there is a text
		s.want(hidden, key, "", owner)
	}
	s.Happen("discussion-"+chat, stranger, forum.Opened{Discussion: chat, Section: forum.Chat, Author: stranger, Title: erasable.Of(stranger, "灯笼"), Body: erasable.Of(stranger, text)})
	s.Happen("post-"+answer, stranger, post.Written{Post: answer, Kind: post.InDiscussion, Thing: chat, Author: stranger, Starter: stranger, Body: erasable.Of(stranger, said)})
	s.want(forever, opening, "", owner)
	s.want(forever, posted, "", owner)
	s.Happen("post-"+answer, moderator, post.Hidden{Post: answer, Kind: post.InDiscussion, Thing: chat, Author: stranger})
	s.want(hidden, posted, "", owner)
	s.want(inside, posted, stranger, moderator)
	s.want(forever, opening, "")
	s.Happen("discussion-"+chat, moderator, forum.Hidden{Discussion: chat, Author: stranger})
	s.want(hidden, opening, "", owner)
	s.want(inside, opening, stranger, moderator)
	// On the board of a draft, for its team.
	s.Happen("discussion-"+board, owner, forum.Opened{Discussion: board, Section: forum.Project, Project: projectID, Author: owner, Title: erasable.Of(owner, "灯笼")})
	s.Happen("board-"+projectID, owner, forum.Begun{Project: projectID, Discussion: board})
	s.Happen("post-Answer02", member, post.Written{Post: "Answer02", Kind: post.InDiscussion, Thing: board, Project: projectID, Author: member, Starter: owner, Body: erasable.Of(member, own)})
	s.want(hidden, secret, "", stranger)
	s.want(inside, secret, owner, member, moderator)
	s.Project(projectID, owner, project.Submitted{From: project.Draft})
	s.Project(projectID, moderator, project.Approved{From: project.Processing, Status: project.Listed})
	s.want(forever, secret, "", stranger)
}
