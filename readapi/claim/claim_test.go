package claim_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	domain "github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	projected "github.com/modyard/modyard/projections/claim"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	"github.com/modyard/modyard/readapi/claim"
	"github.com/modyard/modyard/readapi/notification"
	"github.com/modyard/modyard/readapi/view"
)

const (
	keeper = "UserKep1" // leads the repost team
	maker  = "UserMak2"
	rival  = "UserRiv3"
	staff  = "UserMod4"
	repost = "OrgaRep1"
	quay   = "ProjOne1"
	solo   = "ProjTwo2"
)

// world is a site on which two accounts have claimed one imported project.
type world struct {
	*catalogtest.World
	t   *testing.T
	api http.Handler
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Texts = erasure.NewMemory()
	w.Also(projected.New(), notificationtest.New(projected.Notifications()))
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(func(r *http.Request) identity.Caller {
		c := identitytest.Session(r.Header.Get("As"), identity.RoleUser)
		if c.Account == staff {
			c.Role = identity.RoleModerator
		}
		return c
	}))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	claim.New(source, func(account, project string) string { return account + " " + project }).Register(api)
	notification.New(source, accounts, nil, claim.Kinds()...).Register(api)
	w.api = api.Handler()
	for id, name := range map[string]string{keeper: "搬运者", maker: "舟大工", rival: "另一位"} {
		w.Account(id, name, "user")
	}
	w.Account(staff, "石榴", "moderator")
	w.Happen("organization-"+repost, keeper, organization.Created{Organization: repost, Slug: "repost", Name: "搬运团队", Owner: keeper, Repost: true})
	w.Project(quay, keeper, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "Lanternquay", Organization: repost},
		project.ListedByImport{Status: project.Listed})
	w.Project(solo, maker, project.Created{Project: solo, Slug: "solo", Type: project.TypeMod, Title: "Solo", Owner: maker},
		project.ListedByImport{Status: project.Listed})
	for _, id := range []string{staff, rival} {
		w.Happen("account-"+id, id, account.RoleGranted{Account: id, Role: account.Moderator})
	}
	w.Happen("account-"+rival, rival, account.RoleRevoked{Account: rival, Role: account.Moderator})
	for id, who := range map[string]string{"ClaimAA1": maker, "ClaimBB2": rival} {
		w.Happen("claim-"+id, who, domain.Filed{
			Claim: id, Project: quay, Organization: repost, Account: who, Proof: domain.Token,
			Address: erasable.Of(who, "https://example.org/"+id), Note: erasable.Of(who, "我是作者"),
		})
	}
	return w
}

// ask reads after all events are projected.
func ask[T any](w *world, status int, as, path string) (v T) {
	w.t.Helper()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", as)
	r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	if rec.Code != status {
		w.t.Fatalf("%s as %q: %d %s, want %d", path, as, rec.Code, rec.Body, status)
	}
	if status == http.StatusOK {
		if err := json.Unmarshal(rec.Body.Bytes(), &v); err != nil {
			w.t.Fatalf("%s: %v: %s", path, err, rec.Body)
		}
	}
	return v
}

func (w *world) settle() {
	text := erasable.Of(maker, "已核实")
	w.Happen("claim-ClaimAA1", staff, domain.Accepted{Claim: "ClaimAA1", Project: quay, Account: maker,
		Reason: &reason.Addressed{Code: reason.Complies, Text: &text}})
	w.Project(quay, staff, project.LeftOrganization{Organization: repost, Owner: maker, Claim: "ClaimAA1"})
	w.Happen("claim-ClaimBB2", staff, domain.Superseded{Claim: "ClaimBB2", Project: quay, Account: rival, By: "ClaimAA1"})
}

func TestTheStaffSeesEveryClaimAndOthersTheirOwn(t *testing.T) {
	w := newWorld(t)
	all := ask[contract.ClaimList](w, 200, staff, "/_internal/claims?scope=all")
	if all.Open != 2 || len(all.Claims) != 2 || all.Claims[0].Rivals != 1 || all.Claims[0].Project.Title != "Lanternquay" {
		t.Errorf("%+v", all)
	}
	mine := ask[contract.ClaimList](w, 200, maker, "/_internal/claims")
	if mine.Open != 1 || mine.Claims[0].ID != "ClaimAA1" || mine.Claims[0].Token != maker+" "+quay || mine.Claims[0].Rivals != 0 {
		t.Errorf("%+v", mine)
	}
	ask[any](w, 401, maker, "/_internal/claims?scope=all")
	ask[any](w, 401, "", "/_internal/claims")
	ask[any](w, 400, staff, "/_internal/claims?state=lost")
	w.settle()
	ended := ask[contract.ClaimList](w, 200, rival, "/_internal/claims?state=ended")
	if ended.Ended != 1 || ended.Claims[0].State != projected.Superseded || ended.Claims[0].Project == nil {
		t.Errorf("%+v", ended)
	}
	if got := ask[contract.ClaimList](w, 200, maker, "/_internal/claims?state=ended").Claims[0]; got.Reason.Text != "已核实" || got.DecidedBy != nil {
		t.Errorf("%+v", got)
	}
}

func TestAProjectSaysWhetherItCanBeClaimed(t *testing.T) {
	w := newWorld(t)
	if got := ask[contract.ClaimStanding](w, 200, maker, "/_internal/project/"+quay+"/claim"); !got.Claimable || got.Mine.ID != "ClaimAA1" {
		t.Errorf("%+v", got)
	}
	if got := ask[contract.ClaimStanding](w, 200, staff, "/_internal/project/"+solo+"/claim"); got.Claimable || got.Mine != nil || got.Token != staff+" "+solo {
		t.Errorf("%+v", got)
	}
	ask[any](w, 404, maker, "/_internal/project/Nothing1/claim")
	ask[any](w, 401, "", "/_internal/project/"+quay+"/claim")
}

func TestStaffAreNotifiedOfAClaimAndClaimantsOfItsOutcome(t *testing.T) {
	w := newWorld(t)
	w.settle()
	for as, want := range map[string][]string{
		staff: {"有资源被认领", "有资源被认领"}, maker: {"你的认领已通过"}, rival: {"你的认领已结束"}, keeper: nil,
	} {
		var titles []string
		for _, n := range ask[contract.NotificationPage](w, 200, as, "/_internal/notifications").Notifications {
			titles = append(titles, n.Title)
			if n.Link == "" || n.Text == "" {
				t.Errorf("%+v", n)
			}
		}
		if len(titles) != len(want) || len(want) > 0 && titles[0] != want[0] {
			t.Errorf("%s: %v, want %v", as, titles, want)
		}
	}
}

func TestTheTextOfAnErasedClaimantIsDeleted(t *testing.T) {
	w := newWorld(t)
	w.settle()
	w.Happen("account-"+maker, maker, account.Erased{Account: maker})
	for _, c := range ask[contract.ClaimList](w, 200, staff, "/_internal/claims?scope=all&state=ended").Claims {
		if gone := c.ID == "ClaimAA1"; gone != (c.Note == erasable.Erased) || gone != (c.Address == erasable.Erased) {
			t.Errorf("%+v", c)
		}
	}
}
