package revenue

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
)

// combination is one row of the table of rights. The withdrawal and the wallet are alice's; what treasurers did with them
// before, tina did.
type combination struct{ who, wallet, payout, command string }

const theProgram = "the program" // sends what nobody asks for

func dimensions() (who, wallets, payouts, commands []string) {
	return []string{
			"anonymous", "stranger", "owner", "owner's token", "owner who is treasurer", "moderator", "treasurer", "another treasurer", "treasurer's token",
			"only treasurer", "admin", theProgram,
		},
		[]string{"usual", "frozen", "debt", "closed"},
		[]string{
			"none", "waiting", "half", "approved", "held", "sent", "taken", "unclear", "asked", "judged", "success", "failed", "cancelled", "returned", "byhand", "batched",
		},
		[]string{"request", "approve", "hold", "release", "cancel", "judge", "freeze", "thaw", "dispatch", "batch"}
}

func subject(who string) Caller {
	switch who {
	case "stranger":
		return Caller{Actor: creator.Actor}.of(bob)
	case "owner":
		return creator
	case "owner's token":
		return programOf(creator)
	case "owner who is treasurer":
		return keeper.of(alice)
	case "moderator":
		return mod
	case "treasurer":
		return keeper
	case "another treasurer":
		return second
	case "treasurer's token":
		return program
	case "only treasurer":
		return lone
	case "admin":
		return admin
	}
	return nobody
}

func (c Caller) of(account string) Caller {
	c.Account = account
	return c
}

func walletIn(state string) Wallet {
	w := fold[Wallet](rich()...)
	switch state {
	case "frozen":
		w = w.Evolve(WalletFrozen{Account: alice, By: tina}, noon)
	case "debt":
		w = w.Evolve(Corrected{Account: alice, Amount: -3500 * Unit}, noon)
	case "closed":
		w = w.Evolve(WalletClosed{Account: alice}, noon)
	}
	return w
}

func payoutIn(state string) Payout {
	return fold[Payout](map[string][]any{
		"waiting": waits, "half": {requested(2000 * Unit), PayoutApproved{By: tina}}, "approved": approved, "held": held, "sent": sent, "taken": taken, "unclear": unclear,
		"asked": asked, "judged": append(unclear[:4:4], PayoutEndProposed{By: tina, End: Failed, Evidence: "f"}), "success": paidOut, "failed": failed,
		"cancelled": cancelled, "returned": returned, "byhand": byPeople, "batched": inBatch,
	}[state]...)
}

func send(c combination) ([]decision.Event, error) {
	by, w, p := subject(c.who), walletIn(c.wallet), payoutIn(c.payout)
	switch c.command {
	case "request":
		payout, _, err := DecideRequest(w, request(func(r *Request) { r.By = by }))
		return payout, err
	case "approve":
		return DecidePayout(p, Approve{By: by, Now: noon.Add(aloneAfter)})
	case "hold", "release":
		return DecidePayout(p, Hold{By: by, Release: c.command == "release", Reason: because})
	case "cancel":
		return DecidePayout(p, Cancel{by})
	case "judge":
		return DecidePayout(p, Judge{By: by, End: Failed, Evidence: "f", Reason: because, Now: noon.Add(aloneAfter)})
	case "freeze", "thaw":
		return DecideWallet(w, Freeze{By: by, Account: alice, Thaw: c.command == "thaw", Reason: because})
	case "dispatch":
		return DecidePayout(p, Dispatch{Attempt: p.Attempts + 1, Frozen: w.Frozen})
	case "batch":
		return DecidePayout(p, Dispatch{Attempt: p.Attempts + 1, Batch: "b", Frozen: w.Frozen})
	}
	return nil, errors.New("unknown command " + c.command)
}

// letter is a result in the table: + done, = nothing to do, 1 sign in first, F no right, 4 not found, C not in this state,
// I not with this value.
func letter(events []decision.Event, err error) string {
	var f *fault.Error
	switch {
	case err == nil && len(events) > 0:
		return "+"
	case err == nil:
		return "="
	case !errors.As(err, &f):
		return err.Error()
	}
	return map[fault.Kind]string{
		fault.KindUnauthorized: "1", fault.KindForbidden: "F", fault.KindNotFound: "4", fault.KindConflict: "C", fault.KindInvalid: "I",
	}[f.Kind]
}

// first is the letter of the first condition that holds; the conditions stand before their letters.
func first(pairs ...any) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i].(bool) {
			return pairs[i+1].(string)
		}
	}
	return "+"
}

// expected says what the design says, in its own words.
func expected(c combination) string {
	in := func(states ...string) bool { return slices.Contains(states, c.payout) }
	is := func(who ...string) bool { return slices.Contains(who, c.who) }
	none, ended, frozen := in("none"), in("success", "failed", "cancelled", "returned"), c.wallet == "frozen"
	unsent := in("waiting", "half", "approved", "held", "byhand")
	isApproved := !in("none", "waiting", "half")
	anonymous, keeps := is("anonymous", theProgram), is("owner who is treasurer", "treasurer", "another treasurer", "only treasurer", "admin")
	owner, owns, tinas := is("owner who is treasurer"), is("owner", "owner's token", "owner who is treasurer"), is("treasurer")
	switch c.command {
	case "request":
		return first(anonymous, "1", is("owner's token", "treasurer's token"), "F", frozen || c.wallet == "closed", "F", c.wallet == "debt", "I")
	case "approve":
		return first(anonymous, "1", !keeps, "F", none, "4", ended, "C", owner, "F", isApproved, "=", in("half") && tinas, "F")
	case "hold":
		return first(anonymous, "1", !keeps, "F", none, "4", owner, "F", ended, "C", in("held"), "=", !unsent, "C")
	case "release":
		return first(anonymous, "1", !keeps, "F", none, "4", owner, "F", ended, "C", !in("held"), "=", tinas, "F")
	case "cancel":
		return first(anonymous, "1", none || !owns, "4", ended || in("unclear", "judged", "batched"), "I", in("asked"), "=")
	case "judge":
		return first(anonymous, "1", !keeps, "F", none, "4", owner, "F", ended || !in("unclear", "judged", "batched"), "C", in("judged") && tinas, "F")
	case "freeze":
		return first(anonymous, "1", !keeps && !is("moderator"), "F", owner, "F", frozen, "=")
	case "thaw":
		return first(anonymous, "1", !keeps && !is("moderator"), "F", owner, "F", !frozen, "=", tinas, "F")
	case "dispatch":
		return first(!in("approved", "sent", "asked"), "=", in("approved") && frozen, "=")
	}
	return first(!in("byhand") || frozen, "=") // batch
}

func TestWhoMayDoWhatWithAWithdrawal(t *testing.T) {
	who, wallets, payouts, commands := dimensions()
	var table strings.Builder
	table.WriteString("# command | who | results for a withdrawal that is " + strings.Join(payouts, ", ") + " | wallets\n")
	table.WriteString("# + done, = nothing to do, 1 sign in first, F no right, 4 not found, C not in this state, I not with this value\n")
	n := 0
	for _, command := range commands {
		for _, person := range who {
			if (command == "dispatch" || command == "batch") != (person == theProgram) {
				continue
			}
			var rows []string
			classes := map[string][]string{}
			for _, wallet := range wallets {
				row := ""
				for _, payout := range payouts {
					c := combination{person, wallet, payout, command}
					got := letter(send(c))
					if want := expected(c); got != want {
						t.Errorf("%+v: %s, want %s", c, got, want)
					}
					row += got
					n++
				}
				if classes[row] == nil {
					rows = append(rows, row)
				}
				classes[row] = append(classes[row], wallet)
			}
			for _, row := range rows {
				where := strings.Join(classes[row], " ")
				if len(rows) == 1 {
					where = "all"
				}
				fmt.Fprintf(&table, "%s | %s | %s | %s\n", command, person, row, where)
			}
		}
	}
	if want := (8*(len(who)-1) + 2) * len(wallets) * len(payouts); n != want {
		t.Errorf("%d of %d combinations", n, want)
	}
	const file = "testdata/who.txt"
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		if err := os.WriteFile(file, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stored, err := os.ReadFile(file)
	if err != nil || string(stored) != table.String() {
		t.Errorf("%s differs (UPDATE_GOLDEN=1 writes it): %v", file, err)
	}
}
